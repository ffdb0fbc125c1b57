import { readUserId } from '@assay/chassis/call-context';
import type { CallContext } from '@assay/chassis/call-context';
import { DomainError } from '@assay/chassis/errors';
import { newIdFor } from '@assay/chassis/ids';
import { webhooksPerOwner } from '@assay/proto/webhook-events';
import type { Deps } from '../../../deps.ts';
import { checkEventTypes, normalizeUrl } from './check-input.ts';
import { checkOwner } from './find-webhook.ts';
import { newSecret, openSecrets, sealSecret } from './secret.ts';
import type { Webhook, WebhookWithSecret } from './webhook.ts';

export type NewWebhook = Pick<Webhook, 'owner' | 'url' | 'description' | 'eventTypes'>;

/**
 * Creates a webhook with a new secret. INVALID_ARGUMENT for an address or an event that is refused; FAILED_PRECONDITION with reason
 * WEBHOOK_LIMIT. A repeated call with the same idempotency key returns the secret again.
 */
export async function createWebhook(
  deps: Pick<Deps, 'webhooks' | 'projects' | 'jobs' | 'addresses' | 'sealer' | 'clock'>,
  call: CallContext,
  webhook: NewWebhook,
): Promise<WebhookWithSecret> {
  checkEventTypes(webhook.owner, webhook.eventTypes);
  const url = await normalizeUrl(deps, webhook.url);
  await checkOwner(deps, call, webhook.owner);
  return insertWebhook(deps, call, { ...webhook, url });
}

/** Inserts a webhook whose owner is checked and whose address is normalized. */
export async function insertWebhook(
  deps: Pick<Deps, 'webhooks' | 'sealer' | 'clock'>,
  call: CallContext,
  { owner, url, description, eventTypes }: NewWebhook,
): Promise<WebhookWithSecret> {
  const { webhooks, sealer, clock } = deps;
  const names = [...new Set(eventTypes)];
  const now = clock.now();
  const id = newIdFor(call);
  const stored = await webhooks.insert(
    {
      id,
      organizationId: call.organizationId,
      owner,
      url,
      description,
      eventTypes: names,
      status: 'active',
      disabledReason: undefined,
      secrets: [{ sealed: sealSecret(sealer, id, newSecret()) }],
      countsFrom: now,
      createdBy: readUserId(call),
      createdAt: now,
      updatedAt: now,
    },
    call,
  );
  if (stored === undefined) {
    throw new DomainError(
      'FAILED_PRECONDITION',
      'WEBHOOK_LIMIT',
      `There are ${webhooksPerOwner.toString()} webhooks already. Delete one first.`,
      { details: { limit: webhooksPerOwner } },
    );
  }
  return withSecret(deps, stored);
}

/** Opens the current secret of a webhook, to show it once. */
export function withSecret(
  { sealer, clock }: Pick<Deps, 'sealer' | 'clock'>,
  webhook: Webhook,
): WebhookWithSecret {
  const [current] = openSecrets(sealer, webhook, clock.now());
  if (current === undefined) throw new Error(`the webhook ${webhook.id} has no secret`);
  return { webhook, secret: current.text };
}
