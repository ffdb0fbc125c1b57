import { JobWebhooksServiceService } from '@assay/proto/webhooks/v1/job_webhooks_service';
import { countedArray, noContent, one, shaped } from '../../answer.ts';
import { operation } from '../../operation.ts';
import type { Operation } from '../../operation.ts';
import { jobDeliveryPage, jobRecovery, jobWebhookTest } from '../../shapes/webhook.ts';
import { buildWebhookTexts } from './webhook-texts.ts';

const rpcs = JobWebhooksServiceService;
const path = '/v2/crowd-jobs/:jobId/webhooks' as const;
const webhookPath = `${path}/:webhookId` as const;
const texts = buildWebhookTexts({
  name: 'crowd job',
  otherEvents: 'projects',
  recover: 'recoverCrowdJobWebhook',
});

const job = { renamed: { ownerId: 'jobId' }, described: { ownerId: 'The id of the job.' } } as const;

/** The webhooks of crowd jobs. */
export const jobWebhooks: Readonly<Record<string, Operation>> = {
  createCrowdJobWebhook: operation(`POST ${path}`, rpcs.createJobWebhook, {
    ...job,
    ...texts.create,
    example: { eventTypes: ['job.finished', 'answer.received'] },
    answer: one('webhook', 'The webhook and its secret.'),
  }),
  listCrowdJobWebhooks: operation(`GET ${path}`, rpcs.listJobWebhooks, {
    ...job,
    ...texts.list,
    answer: countedArray('webhooks', 'The webhooks of the job.'),
  }),
  getCrowdJobWebhook: operation(`GET ${webhookPath}`, rpcs.getJobWebhook, {
    ...job,
    ...texts.get,
    answer: one('webhook', 'The webhook.'),
  }),
  updateCrowdJobWebhook: operation(`PUT ${webhookPath}`, rpcs.updateJobWebhook, {
    ...job,
    ...texts.update,
    answer: one('webhook', 'The webhook.'),
  }),
  deleteCrowdJobWebhook: operation(`DELETE ${webhookPath}`, rpcs.deleteJobWebhook, {
    ...job,
    ...texts.delete,
    answer: noContent('The webhook is deleted.'),
  }),
  rotateCrowdJobWebhookSecret: operation(`POST ${webhookPath}/rotate-secret`, rpcs.rotateJobWebhookSecret, {
    ...job,
    ...texts.rotate,
    answer: one('webhook', 'The webhook and its new secret.'),
  }),
  testCrowdJobWebhook: operation(`POST ${webhookPath}/test`, rpcs.testJobWebhook, {
    ...job,
    ...texts.test,
    answer: shaped(jobWebhookTest, 'The outcome of the test.'),
  }),
  listCrowdJobWebhookDeliveries: operation(`GET ${webhookPath}/deliveries`, rpcs.listJobWebhookDeliveries, {
    ...job,
    ...texts.listDeliveries,
    answer: shaped(jobDeliveryPage, 'A page of deliveries.'),
  }),
  redeliverCrowdJobWebhook: operation(
    `POST ${webhookPath}/deliveries/:deliveryId/redeliver`,
    rpcs.redeliverJobWebhook,
    {
      ...job,
      ...texts.redeliver,
      answer: one('delivery', 'The new delivery.'),
    },
  ),
  recoverCrowdJobWebhook: operation(`POST ${webhookPath}/recover`, rpcs.recoverJobWebhook, {
    ...job,
    ...texts.recover,
    answer: shaped(jobRecovery, 'The number of new deliveries.'),
  }),
};
