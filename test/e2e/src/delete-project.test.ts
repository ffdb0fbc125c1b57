import { samplePhotograph } from '@assay/local/verification/sample-photograph';
import { awaitEnrichment } from '@assay/test-kit/verify';
import { expect, it } from 'vitest';
import { withPlatform } from './started-platform.ts';

const client = withPlatform();
const patience = { timeout: 60_000, interval: 200 };

it('a project goes with its files and runs, and nothing stays held for them', async () => {
  const rest = client();
  const { body: project } = await rest.post('/v2/projects', { name: 'Desk' });
  const { body: uploaded } = await rest.upload(project.id, samplePhotograph());
  const file = await awaitEnrichment(rest, uploaded.id);
  const order = { pipelineSlug: 'image-authenticity', fileIds: [file.id] };
  const { body: run } = await rest.post(`/v2/projects/${project.id}/verification-runs`, order);
  const { body: dossier } = await rest.get(`/v2/projects/${project.id}/dossier`);
  expect(dossier).toMatchObject({
    projectId: project.id,
    projectName: 'Desk',
    pipelines: { 'image-authenticity': { totalRuns: 1, runs: [{ id: run.id }] } },
  });

  expect((await rest.delete(`/v2/projects/${project.id}`)).status).toBe(204);
  for (const path of [
    `/v2/projects/${project.id}`,
    `/v2/projects/${project.id}/dossier`,
    `/v2/projects/${project.id}/verification-runs`,
    `/v2/files/${file.id}`,
    `/v2/files/${file.id}/download`,
  ]) {
    expect([path, (await rest.get(path)).status]).toEqual([path, 404]);
  }
  expect((await rest.post(`/v2/projects/${project.id}/verification-runs`, order)).status).toBe(404);
  await expect
    .poll(async () => (await rest.get(`/v2/verification-runs/${run.id}`)).status, patience)
    .toBe(404);
  await expect
    .poll(async () => (await rest.get('/v2/transactions/balance')).body, patience)
    .toMatchObject({ heldCents: 0 });
});
