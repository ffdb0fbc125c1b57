import { newId } from '@assay/chassis/ids';
import { AnswerStatus, CrowdAnswer } from '@assay/proto/crowd/v1/crowd_answer';
import { AnswerReceived } from '@assay/proto/crowd/v1/crowd_events';
import { AnswerExportFormat, CrowdAnswersServiceService } from '@assay/proto/crowd/v1/crowd_answers_service';
import { webhookEvents } from '@assay/proto/webhook-events';
import { eventually } from '@assay/test-kit/eventually';
import { callBy } from '@assay/test-kit/test-platform';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { toOwnAnswer } from '../../../src/rpc/work-message.ts';
import { startReceiver } from '../../receiver.ts';
import type { Receiver } from '../../receiver.ts';
import { start } from '../../start.ts';
import type { Started } from '../../start.ts';
import { createCrowdParts, isFlood, newJob, receiveCall } from '../parts.ts';
import { work } from '../work.ts';

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

it('is the same in the list, the export and `answer.received.full`, with the files that workers do not see', async () => {
  const own = receiveCall(started);
  const fileId = newId();
  const parts = createCrowdParts(started);
  const listFiles = () => Promise.resolve([{ id: fileId, name: 'flood.jpg', isPublic: true }]);
  const inputs = { ...parts.inputs, listFiles };
  const question = { ...isFlood, label: 'Does it show a flood?' };
  const { job } = await newJob(
    { ...parts, inputs },
    own,
    {
      inputDataSetId: undefined,
      fileIds: [fileId],
      webhooks: [{ url: `${receiver.origin}/full`, eventTypes: ['answer.received.full'] }],
    },
    [question],
  );
  const answer = await work(parts, own, { jobId: job.id, worker: 'worker' });
  const { id: answerId, organizationId, jobId } = answer;
  await started.publish(AnswerReceived, { organizationId, jobId, answerId }, organizationId);
  await eventually(() => {
    expect(receiver.at('/full').length).toBeGreaterThan(0);
  });
  const event = JSON.parse(receiver.at('/full')[0]?.body.toString() ?? '') as Record<string, unknown>;

  const answers = channel.client(CrowdAnswersServiceService);
  const call = callBy({ organizationId });
  const query = { jobId, status: AnswerStatus.UNSPECIFIED, part: '', format: AnswerExportFormat.JSON };
  const { content } = await answers.readAnswerExport(call, query);
  expect(JSON.parse(Buffer.from(content).toString())).toEqual([event]);
  expect(event).toMatchObject({ id: answerId, answerId, fileIds: [fileId], fileNames: ['flood.jpg'] });

  const { answer: shown } = await answers.getCrowdAnswer(call, { jobId, answerId });
  expect(shown).toMatchObject({ fileIds: [fileId], fileNames: ['flood.jpg'] });
  expect(Object.keys(event).toSorted()).toEqual(Object.keys(CrowdAnswer.fromPartial({})).toSorted());
  const { schema } = webhookEvents.find(({ name }) => name === 'answer.received.full') ?? {};
  expect(Object.keys(event).toSorted()).toEqual((schema?.['required'] as string[]).toSorted());
  expect(JSON.stringify(toOwnAnswer(answer, started.clock.now()))).not.toContain('flood.jpg');
});
