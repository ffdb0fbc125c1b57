import type { CallContext } from '@assay/chassis/call-context';
import { DomainError } from '@assay/chassis/errors';
import { newIdFor } from '@assay/chassis/ids';
import { pause } from '@assay/chassis/process/pause';
import { seconds } from '@assay/chassis/units';
import type { Deps } from '../../../deps.ts';
import { withSecret } from './create-webhook.ts';
import { findWebhook } from './find-webhook.ts';
import { newSecret, openSecrets, sealSecret } from './secret.ts';
import type { SealedSecret, Webhook, WebhookPath, WebhookWithSecret } from './webhook.ts';

interface Rotation {
  readonly path: WebhookPath;
  readonly gracePeriodSeconds: number;
}

/**
 * Gives a webhook a new secret. A repeated call with the same idempotency key returns the same one, since another rotation would drop the
 * secret that is in its grace period. Without a grace period it waits until the attempts have ended that may have read the old secret, so that
 * nothing leaves with it afterwards. NOT_FOUND for an unknown webhook; ABORTED with reason CONCURRENT_CHANGE.
 */
export async function rotateSecret(
  deps: Pick<Deps, 'webhooks' | 'projects' | 'jobs' | 'deliveryQueue' | 'sealer' | 'clock'>,
  call: CallContext,
  { path, gracePeriodSeconds }: Rotation,
): Promise<WebhookWithSecret> {
  const webhook = await findWebhook(deps, call, path);
  const rotation = newIdFor(call, 'secret');
  const isRepeated = webhook.secrets[0]?.rotation === rotation;
  const rotated = isRepeated
    ? webhook
    : await replaceSecret(deps, call, { webhook, rotation, gracePeriodSeconds });
  if (gracePeriodSeconds === 0) await awaitAttempts(deps, rotated, call.signal);
  return withSecret(deps, rotated);
}

interface Replacement extends Pick<Rotation, 'gracePeriodSeconds'> {
  readonly webhook: Webhook;
  readonly rotation: string;
}

async function replaceSecret(
  { webhooks, sealer, clock }: Pick<Deps, 'webhooks' | 'sealer' | 'clock'>,
  call: CallContext,
  { webhook, rotation, gracePeriodSeconds }: Replacement,
): Promise<Webhook> {
  const now = clock.now();
  const validUntil = new Date(now.getTime() + seconds(gracePeriodSeconds));
  const [current] = webhook.secrets;
  const kept = gracePeriodSeconds > 0 && current !== undefined ? [{ ...current, validUntil }] : [];
  const secrets: SealedSecret[] = [
    { sealed: sealSecret(sealer, webhook.id, newSecret()), rotation },
    ...kept,
  ];
  const rotated = await webhooks.replaceSecrets(webhook, { secrets, now }, call);
  if (rotated !== undefined) return rotated;
  throw new DomainError(
    'ABORTED',
    'CONCURRENT_CHANGE',
    'Another request changed the webhook at the same time. Send the request again.',
  );
}

const pollMs = 50;

/** Waits until every attempt has ended that was taken before now. Later ones read the new secret. */
async function awaitAttempts(
  { deliveryQueue, clock }: Pick<Deps, 'deliveryQueue' | 'clock'>,
  { id, organizationId }: Webhook,
  signal: AbortSignal,
): Promise<void> {
  const readClaims = async (): Promise<ReadonlySet<string>> => {
    const running = await deliveryQueue.listRunning(organizationId, id, clock.now());
    return new Set(running.map((claimed) => JSON.stringify(claimed)));
  };
  let open = [...(await readClaims())];
  while (open.length > 0) {
    signal.throwIfAborted();
    await pause(pollMs, signal);
    const claims = await readClaims();
    open = open.filter((claimed) => claims.has(claimed));
  }
}

/** Encrypts the secrets again that an earlier sealing secret encrypted, so that it can be taken away. */
export async function sealAgain(deps: Pick<Deps, 'webhooks' | 'sealer' | 'clock' | 'logger'>): Promise<void> {
  const { webhooks, sealer, clock, logger } = deps;
  const now = clock.now();
  let count = 0;
  for await (const webhook of webhooks.readAll()) {
    const opened = openSecrets(sealer, webhook, now);
    if (opened.every(({ isCurrent }) => isCurrent)) continue;
    const secrets = opened.map(({ text, validUntil }) => ({
      sealed: sealSecret(sealer, webhook.id, text),
      ...(validUntil && { validUntil }),
    }));
    if ((await webhooks.replaceSecrets(webhook, { secrets, now })) !== undefined) count += 1;
  }
  if (count > 0) logger.info({ count }, 'encrypted the secrets of webhooks with the current sealing secret');
}
