import { onBroadcast } from '@assay/chassis/events/broadcast';
import { connectNats, NatsUnavailableError } from '@assay/chassis/events/connection';
import type { EventConnection } from '@assay/chassis/events/connection';
import type { Runtime } from '@assay/chassis/process/runtime';
import { GuestsRemoved } from '@assay/proto/crowd/v1/guests_service';
import { CredentialsInvalidated } from '@assay/proto/identity/v1/identity_events';
import type { Config } from '../config.ts';
import type { Principals } from './principals.ts';

type NatsConfig = Pick<Config, 'natsUrl' | 'natsNamespace'>;

/**
 * Invalidates cached principals when NATS announces a change of their credentials, and all of them after an interruption. The
 * gateway works without NATS too: cached principals then expire after `PRINCIPAL_CACHE_MS`, and it tries to connect until the process
 * stops. Resolves after the subscription, or after the first failed attempt to connect.
 */
export async function followInvalidations(
  nats: NatsConfig,
  runtime: Runtime,
  principals: Principals,
): Promise<void> {
  const { logger, lifecycle, dependencies } = runtime;
  let connection: EventConnection | undefined;
  dependencies.add('nats', () => connection?.isConnected() === true);
  const attempted = Promise.withResolvers<undefined>();
  const connecting = connect(nats, runtime, () => {
    attempted.resolve(undefined);
  }).then(async (opened) => {
    connection = opened;
    if (opened === undefined) return;
    onBroadcast(opened, CredentialsInvalidated, (invalidated) => {
      principals.invalidate(invalidated);
    });
    onBroadcast(opened, GuestsRemoved, (removed) => {
      principals.invalidateGuests(removed);
    });
    opened.onReconnect(() => {
      principals.invalidateAll();
    });
    await opened.flush();
    principals.invalidateAll();
  });
  connecting.catch((error: unknown) => {
    logger.error(
      { err: error },
      'changes of credentials are not received: cached principals expire after PRINCIPAL_CACHE_MS',
    );
  });
  lifecycle.onStop('nats', async () => {
    await connecting.catch(() => undefined);
    await connection?.close();
  });
  await Promise.race([attempted.promise, connecting.catch(() => undefined)]);
}

async function connect(
  nats: NatsConfig,
  { logger, lifecycle }: Runtime,
  onFailure: () => void,
): Promise<EventConnection | undefined> {
  while (!lifecycle.stopping.aborted) {
    try {
      return await connectNats({
        url: nats.natsUrl,
        namespace: nats.natsNamespace,
        name: 'gateway',
        logger,
        connectTimeoutMs: 2_000,
      });
    } catch (error) {
      if (!(error instanceof NatsUnavailableError)) throw error;
      logger.warn('NATS is unavailable: changes of credentials take effect after PRINCIPAL_CACHE_MS');
      onFailure();
    }
  }
  return undefined;
}
