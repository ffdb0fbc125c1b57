import type { CallContext } from '@assay/chassis/call-context';
import { newId } from '@assay/chassis/ids';
import { SubmitAnswerRequest, WorkServiceService } from '@assay/proto/crowd/v1/work_service';
import { callBy } from '@assay/test-kit/test-platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claimTask } from '../../src/domain/crowd/claim/claim-task.ts';
import { start } from '../start.ts';
import type { Started } from '../start.ts';
import { createCrowdParts, isFlood, newJob, receiveCall } from './parts.ts';
import type { CrowdParts } from './parts.ts';

let started: Started;
let parts: CrowdParts;
let channel: ReturnType<Started['platform']['connect']>;
beforeAll(async () => {
  started = await start([]);
  parts = createCrowdParts(started);
  channel = started.platform.connect(started.service.grpcAddress);
});
afterAll(async () => {
  channel.close();
  await started.stop();
});

const fileId = newId();
const question = { ...isFlood, label: 'Does it show a flood?' };
const comment = { ...question, key: 'comment', type: 'text', required: false } as const;
const region = { fileId, x: 0.25, y: 0, width: 0.5, height: 1 };
const first = {
  answers: [
    { questionKey: 'flood', value: true },
    { questionKey: 'comment', value: 'Water.' },
  ],
  regions: [{ ...region, note: 'Left.' }],
};

/** Claims the task of a new job, and returns how its worker submits. */
async function newClaim() {
  const call: CallContext = receiveCall(started);
  const order = { inputDataSetId: undefined, fileIds: [fileId], regionsRequested: true };
  const { job } = await newJob(parts, call, order, [question, comment]);
  const { claim } = await claimTask(parts, call, { jobId: job.id, guestName: undefined });
  if (call.actor.kind !== 'user') throw new Error('the call has no user');
  const own = callBy({ organizationId: call.organizationId, userId: call.actor.userId });
  const work = channel.client(WorkServiceService);
  return (content: Readonly<Record<string, unknown>>) =>
    work.submitAnswer(own, SubmitAnswerRequest.fromPartial({ claimId: claim.id, ...content }));
}

describe('a second submission', () => {
  it('with the content of the first one is the first one', async () => {
    const submit = await newClaim();
    expect(await submit(first)).toMatchObject({ isNew: true, answer: { thisSubmission: undefined } });
    const reordered = { ...first, answers: first.answers.toReversed() };
    for (const again of [first, reordered])
      expect(await submit(again)).toMatchObject({ isNew: false, answer: { thisSubmission: undefined } });
  });

  it.each([
    ['another value', { ...first, answers: [{ questionKey: 'flood', value: false }, first.answers[1]] }],
    ['a value less', { ...first, answers: [{ questionKey: 'flood', value: true }] }],
    ['an unknown question', { ...first, answers: [...first.answers, { questionKey: 'other', value: 1 }] }],
    ['another region', { ...first, regions: [region] }],
    ['no region', { answers: first.answers }],
    ['no content', {}],
  ])('with %s returns the first answer, and says that this one is not stored', async (_name, other) => {
    const submit = await newClaim();
    const { answer } = await submit(first);
    const again = await submit(other);
    expect(again).toEqual({ isNew: false, answer: { ...answer, thisSubmission: { stored: false } } });
  });
});
