import type { Rest } from '@assay/test-kit/rest';
import { awaitRunEnd } from '@assay/test-kit/verify';
import { expect } from 'vitest';
import { makeText } from '../datasets/make-text.ts';
import { awaitJob } from '../datasets/patient-client.ts';
import { smallPicture } from '../small-picture.ts';

/** The events of services other than projects-files. */
export const otherEvents = ['billing.low_balance', 'dataset_version.completed', 'run.completed'] as const;

/** Makes one event of each kind: cleans a dataset, and completes a run that takes the balance below its alert. */
export async function causeOtherEvents(rest: Rest, project: Project): Promise<void> {
  const { id: projectId, organizationId } = project;
  const billing = `/v2/organizations/${organizationId}/billing`;
  const { body: account } = await rest.get(billing);
  const thresholdCents = [(account.availableCents as number) - 1];
  expect((await rest.put(`${billing}/alerts`, { thresholdCents })).status).toBe(200);
  const image = { name: 'small.png', bytes: smallPicture(), type: 'image/png' };
  const { body: file } = await rest.upload(projectId, image);
  await expect
    .poll(async () => (await rest.get(`/v2/files/${file.id as string}`)).body.enrichmentStatus)
    .toBe('completed');
  const order = { pipelineSlug: 'image-authenticity', fileIds: [file.id] };
  const { body: run } = await rest.post(`/v2/projects/${projectId}/verification-runs`, order);
  expect(await awaitRunEnd(rest, run)).toMatchObject({ status: 'completed' });
  await cleanDataset(rest);
}

interface Project {
  readonly id: string;
  readonly organizationId: string;
}

async function cleanDataset(rest: Rest): Promise<void> {
  const { body } = await rest.post('/v2/datasets', { name: 'Lost', internalId: 'lost', modality: 'text' });
  await rest.uploadToDataset(body.id as string, [makeText(0)]);
  const versions = `/v2/datasets/${body.id as string}/versions`;
  const cleaning = await rest.post(`${versions}/${body.rawVersionId as string}/clean`, {
    pipelineSlug: 'text-standard',
  });
  const watch = { rest, calm: { since: 0 }, countDone: () => Promise.resolve(0) };
  expect(await awaitJob(watch, `${versions}/${cleaning.body.id as string}`)).toMatchObject({ error: null });
}
