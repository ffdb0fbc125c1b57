import type { OutgoingCall } from '@assay/chassis/call-context';
import { newId } from '@assay/chassis/ids';
import { days } from '@assay/chassis/units';
import { ProjectDeleted } from '@assay/proto/projects/v1/project_events';
import { JobWebhooksServiceService } from '@assay/proto/webhooks/v1/job_webhooks_service';
import { WebhookUpdate } from '@assay/proto/webhooks/v1/webhook_calls';
import { DeliveryStatus } from '@assay/proto/webhooks/v1/webhook_delivery';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { eventually } from '@assay/test-kit/eventually';
import { callBy } from '@assay/test-kit/test-platform';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { acceptUnreviewed } from '../src/domain/crowd/answer/sweep-answers.ts';
import { createAppeal } from '../src/domain/crowd/appeal/create-appeal.ts';
import { claimTask } from '../src/domain/crowd/claim/claim-task.ts';
import { removeJobsOfProject } from '../src/domain/crowd/job/remove-project.ts';
import { callAs, createCrowdParts, newJob, receiveCall } from './crowd/parts.ts';
import { answerTask, rejectedAnswer } from './crowd/review-parts.ts';
import { findReason } from './crowd/work.ts';
import { startReceiver } from './receiver.ts';
import type { Receiver } from './receiver.ts';
import { newWebhook, start } from './start.ts';
import type { Path, Started } from './start.ts';

let [receiver, started]: [Receiver, Started] = [] as never;
let channel: ReturnType<Started['platform']['connect']>;
beforeAll(async () => {
  receiver = await startReceiver();
  started = await start([receiver]);
  channel = started.platform.connect(started.service.grpcAddress);
});
afterAll(async () => {
  channel.close();
  await started.stop();
  await receiver.stop();
});

const page = {
  status: DeliveryStatus.UNSPECIFIED,
  event: '',
  since: undefined,
  until: undefined,
  limit: 20,
  offset: 0,
};

/** Lists the operations on a webhook of a project. */
function listProjectCalls(call: OutgoingCall, path: Path): readonly Promise<unknown>[] {
  const { webhooks, clock } = started;
  const changes = { ...path, description: 'x', updateMask: ['description'] };
  return [
    webhooks.getWebhook(call, path),
    webhooks.listWebhooks(call, path),
    webhooks.updateWebhook(call, WebhookUpdate.fromPartial(changes)),
    webhooks.testWebhook(call, path),
    webhooks.rotateWebhookSecret(call, { ...path, gracePeriodSeconds: 0 }),
    webhooks.listWebhookDeliveries(call, { ...path, ...page }),
    webhooks.redeliverWebhook(call, { ...path, deliveryId: newId() }),
    webhooks.recoverWebhook(call, { ...path, since: clock.now(), until: undefined }),
    webhooks.deleteWebhook(call, path),
  ];
}

/** Lists the operations on a webhook of a job. */
function listJobCalls(call: OutgoingCall, path: Path) {
  const webhooks = channel.client(JobWebhooksServiceService);
  const changes = { ...path, description: 'x', updateMask: ['description'] };
  return [
    webhooks.getJobWebhook(call, path),
    webhooks.listJobWebhooks(call, path),
    webhooks.updateJobWebhook(call, WebhookUpdate.fromPartial(changes)),
    webhooks.testJobWebhook(call, path),
    webhooks.rotateJobWebhookSecret(call, { ...path, gracePeriodSeconds: 0 }),
    webhooks.listJobWebhookDeliveries(call, { ...path, ...page }),
    webhooks.redeliverJobWebhook(call, { ...path, deliveryId: newId() }),
    webhooks.recoverJobWebhook(call, { ...path, since: started.clock.now(), until: undefined }),
    webhooks.deleteJobWebhook(call, path),
  ];
}

const readStatuses = async (calls: readonly Promise<unknown>[]) =>
  new Set((await Promise.all(calls.map(catchRefusal))).map(({ status }) => status));

/** Creates a job with a webhook in a project. */
async function newJobWithWebhook(url: string) {
  const own = receiveCall(started);
  const call = callBy({ organizationId: own.organizationId });
  const parts = createCrowdParts(started, ['one', 'two']);
  const { job } = await newJob(parts, own, { maxRepetitions: 2 });
  const request = { ownerId: job.id, url, description: undefined, eventTypes: ['job.archived'] };
  const { webhook } = await channel.client(JobWebhooksServiceService).createJobWebhook(call, request);
  return { own, call, parts, job, path: { ownerId: job.id, webhookId: webhook?.webhook?.id ?? '' } };
}

it('has no webhooks from the moment of its deletion, before its event has arrived', async () => {
  const call = callBy();
  const { path } = await newWebhook(started, call, { url: receiver.origin });
  const { call: jobCall, job, path: jobPath } = await newJobWithWebhook(receiver.origin);
  started.missingProjects.add(path.ownerId).add(job.projectId);
  expect(await readStatuses(listProjectCalls(call, path))).toEqual(new Set(['NOT_FOUND']));
  expect(await readStatuses(listJobCalls(jobCall, jobPath))).toEqual(new Set(['NOT_FOUND']));
});

it('leaves no webhook of its jobs that answers, and still reports that they were archived', async () => {
  const { call, job, path } = await newJobWithWebhook(`${receiver.origin}/archived`);
  const { organizationId, projectId } = job;
  await started.publish(
    ProjectDeleted,
    ProjectDeleted.fromPartial({ projectId, organizationId }),
    organizationId,
  );
  await eventually(() => {
    expect(receiver.at('/archived')).toHaveLength(1);
  });
  expect(JSON.parse(receiver.at('/archived')[0]?.body.toString() ?? '')).toMatchObject({
    jobId: job.id,
    status: 'archived',
  });
  expect(await readStatuses(listJobCalls(call, path))).toEqual(new Set(['NOT_FOUND']));
});

it('hides all its jobs before it ends their claims, and an interrupted removal is completed', async () => {
  const { own, parts, job } = await newJobWithWebhook(receiver.origin);
  const { organizationId, projectId, id: jobId } = job;
  const { job: another } = await newJob(parts, own, { projectId });
  const deps = { ...started, ...parts, announceRemoved: () => undefined };
  await claimTask(parts, callAs(own, 'somebody'), { jobId, guestName: undefined });
  const dying = {
    ...parts.tasks,
    readAll: () => {
      throw new Error('the process died');
    },
  };
  await expect(removeJobsOfProject({ ...deps, tasks: dying }, organizationId, projectId)).rejects.toThrow(
    'died',
  );
  for (const { id } of [job, another]) expect(await parts.jobs.find(id)).toBeUndefined();
  await removeJobsOfProject(deps, organizationId, projectId);
  const counts = await parts.tasks.count([jobId, another.id]);
  expect([...counts.values()].map(({ closed }) => closed).toSorted()).toEqual([2, 4]);
  const removed = await started.db.collection('crowd_jobs').findOne({ _id: jobId as never });
  expect(removed).toMatchObject({ releases: [{ slots: 4 }] });
});

it('charges no answer that waits for review, and takes no appeal', async () => {
  const { own, parts, job } = await newJobWithWebhook(receiver.origin);
  const { organizationId, projectId, id: jobId } = job;
  const rejected = await rejectedAnswer(parts, own, jobId);
  const waiting = await answerTask(parts, callAs(own, 'another'), jobId);
  await removeJobsOfProject(
    { ...started, ...parts, announceRemoved: () => undefined },
    organizationId,
    projectId,
  );
  started.clock.advance(days(8));
  await acceptUnreviewed(parts);
  expect((await parts.answers.find(waiting.id))?.status).not.toBe('accepted');
  const appeal = createAppeal(parts, callAs(own, 'worker'), {
    answerId: rejected.id,
    message: 'x'.repeat(20),
  });
  expect(await findReason(appeal)).toBe('ANSWER_NOT_FOUND');
});
