import type { Rpcs } from '@assay/chassis/grpc/serve';
import type { JobWebhooksServiceService } from '@assay/proto/webhooks/v1/job_webhooks_service';
import type { Deps } from '../deps.ts';
import { buildWebhookRpcs } from './webhook-rpcs.ts';

const rpcs = buildWebhookRpcs('job');

export const jobWebhooksRpcs: Rpcs<Deps, typeof JobWebhooksServiceService> = {
  createJobWebhook: rpcs.createWebhook,
  listJobWebhooks: rpcs.listWebhooks,
  getJobWebhook: rpcs.getWebhook,
  updateJobWebhook: rpcs.updateWebhook,
  deleteJobWebhook: rpcs.deleteWebhook,
  rotateJobWebhookSecret: rpcs.rotateWebhookSecret,
  testJobWebhook: rpcs.testWebhook,
  listJobWebhookDeliveries: rpcs.listWebhookDeliveries,
  redeliverJobWebhook: rpcs.redeliverWebhook,
  recoverJobWebhook: rpcs.recoverWebhook,
};
