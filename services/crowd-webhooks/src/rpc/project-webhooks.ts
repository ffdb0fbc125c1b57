import type { Rpcs } from '@assay/chassis/grpc/serve';
import type { ProjectWebhooksServiceService } from '@assay/proto/webhooks/v1/project_webhooks_service';
import type { Deps } from '../deps.ts';
import { buildWebhookRpcs } from './webhook-rpcs.ts';

export const projectWebhooksRpcs: Rpcs<Deps, typeof ProjectWebhooksServiceService> =
  buildWebhookRpcs('project');
