import { newId } from '@assay/chassis/ids';
import { WebhookDisabled } from '@assay/proto/webhooks/v1/webhook_events';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { eventually } from '@assay/test-kit/eventually';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { resolveAppeal } from '../../../src/domain/crowd/appeal/resolve-appeal.ts';
import { createAppeal } from '../../../src/domain/crowd/appeal/create-appeal.ts';
import { acceptAnswer } from '../../../src/domain/crowd/answer/accept-answer.ts';
import { start } from '../../start.ts';
import type { Started } from '../../start.ts';
import { callAs, createCrowdParts, newJob, receiveCall, unknownUserId } from '../parts.ts';
import { answerTask, rejectedAnswer } from '../review-parts.ts';

let started: Started;
beforeAll(async () => {
  started = await start([]);
});
afterAll(() => started.stop());

it('are members of the organization', async () => {
  const parts = createCrowdParts(started, ['item']);
  const call = receiveCall(started);
  const watcherIds = [newId(), unknownUserId];
  const refused = await catchRefusal(newJob(parts, call, { watcherIds }));
  expect(refused).toMatchObject({ status: 'NOT_FOUND', details: { field: 'watcherIds' } });
  expect(parts.holds).toEqual([]);
  const { job } = await newJob(parts, call, { watcherIds: watcherIds.slice(0, 1) });
  expect(job.watcherIds).toEqual(watcherIds.slice(0, 1));
});

it('get one mail each about a disabled webhook, with its creator and all who decided about an answer', async () => {
  const parts = createCrowdParts(started, ['item', 'another']);
  const call = receiveCall(started);
  const { organizationId } = call;
  const creator = 'creator';
  const { job, webhooks } = await newJob(parts, callAs(call, creator), {
    watcherIds: ['watcher', creator],
    maxRepetitions: 2,
    webhooks: [{ url: 'https://example.com/', eventTypes: ['job.paused'] }],
  });
  const { id: jobId } = job;
  const { id: answerId } = await rejectedAnswer(parts, call, jobId);
  const message = 'The sign at the left was changed.';
  const { id: appealId } = await createAppeal(parts, callAs(call, 'worker'), { answerId, message });
  await resolveAppeal(parts, callAs(call, 'resolver'), { appealId, decision: 'upheld', note: 'It was not.' });
  const { id: accepted } = await answerTask(parts, callAs(call, 'another worker'), jobId);
  await acceptAnswer(parts, callAs(call, 'watcher'), { jobId, answerId: accepted, note: undefined });

  const webhookId = webhooks[0]?.webhook.id ?? '';
  await started.publish(WebhookDisabled, { webhookId, organizationId, reason: 'gone' }, organizationId);
  const notice = await eventually(() => {
    const found = started.notices.find(({ text }) => text.includes(webhookId));
    expect(found).toBeDefined();
    return found;
  });
  expect(notice?.userIds.toSorted()).toEqual([creator, 'rejecter', 'resolver', 'watcher']);
  expect(started.notices.filter(({ text }) => text.includes(webhookId))).toHaveLength(1);
});
