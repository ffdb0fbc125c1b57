import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { expect, it } from 'vitest';
import { readOrder } from '../../../src/rpc/job-message.ts';
import { CreateCrowdJobRequest } from '@assay/proto/crowd/v1/crowd_jobs_service';
import { checkOrder } from '../../../src/domain/crowd/job/job-order.ts';

const now = new Date('2026-11-29T00:00:00Z');
const terms = { name: 'Job', title: 'Floods', description: 'd', surveyTemplateVersionId: 's' };

async function refuse(job: Readonly<Record<string, unknown>>) {
  const order = readOrder(CreateCrowdJobRequest.fromPartial({ job: { ...terms, ...job } }), now);
  const checked = Promise.resolve().then(() => {
    checkOrder(order, now);
  });
  return await catchRefusal(checked);
}

it('a job is blind, and one that shows results of machines is refused', async () => {
  const refusal = { status: 'INVALID_ARGUMENT', details: { field: 'blind' } };
  expect(await refuse({ blind: false })).toMatchObject(refusal);
  const order = readOrder(CreateCrowdJobRequest.fromPartial({ job: { ...terms, blind: true } }), now);
  expect(() => checkOrder(order, now)).not.toThrow();
});
