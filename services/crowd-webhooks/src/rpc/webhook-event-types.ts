import type { Rpcs } from '@assay/chassis/grpc/serve';
import { createEnumCodec } from '@assay/chassis/grpc/enum-codec';
import { webhookEvents } from '@assay/proto/webhook-events';
import { EventScope } from '@assay/proto/webhooks/v1/webhook_event_type';
import type { WebhookEventTypesServiceService } from '@assay/proto/webhooks/v1/webhook_event_types_service';
import type { Deps } from '../deps.ts';

const scopes = createEnumCodec(EventScope);

const eventTypes = webhookEvents.map(({ scope, schema, example, ...texts }) => ({
  ...texts,
  scope: scopes.toMessage(scope),
  schema: { ...schema },
  example: { ...example },
}));

export const webhookEventTypesRpcs: Rpcs<Deps, typeof WebhookEventTypesServiceService> = {
  listWebhookEventTypes: () => Promise.resolve({ eventTypes, total: eventTypes.length }),
};
