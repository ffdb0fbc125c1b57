import { AuthenticationServiceService } from '@assay/proto/identity/v1/authentication_service';
import { CredentialsInvalidated } from '@assay/proto/identity/v1/identity_events';
import type { Clock } from '../../clock.ts';
import { DomainError } from '../../errors.ts';
import { onBroadcast } from '../../events/broadcast.ts';
import type { EventConnection } from '../../events/connection.ts';
import { openChannel } from '../../grpc/client.ts';
import { newId } from '../../ids.ts';
import { createRevocations } from '../../tokens/revocations.ts';
import type { Revocations, RevocationsOptions } from '../../tokens/revocations.ts';
import type { TokenSource } from '../../tokens/token-source.ts';
import { startPeriodicTask } from '../periodic-task.ts';
import type { Runtime } from '../runtime.ts';

export interface FollowOptions {
  readonly runtime: Runtime;
  readonly clock: Clock;
  readonly events: EventConnection;
  readonly read: RevocationsOptions['read'];
}

const cutOffMs = 5_000;
const rereadIntervalMs = 60_000;

/**
 * Follows the revocations of the last 15 minutes: it reads them now and each minute, and receives changes as broadcasts. The start does
 * not wait for the first read. Until then, and while NATS has been unavailable for 5 seconds, the check of a token of a person reads
 * them again.
 */
export function followRevocations({ runtime, clock, events, read }: FollowOptions): Revocations {
  const isCutOff = (): boolean => events.disconnectedMs() > cutOffMs;
  const revocations = createRevocations({ clock, read, isCutOff });
  runtime.lifecycle.onStop(
    'broadcast of revocations',
    onBroadcast(events, CredentialsInvalidated, (invalidated) => {
      revocations.add(invalidated);
    }),
  );
  startPeriodicTask(runtime, {
    name: 'reading of revocations',
    everyMs: rereadIntervalMs,
    run: () => revocations.reload(),
  });
  const stop = events.onReconnect(() => {
    // After a failed read, the check of the next token reads the revocations again.
    revocations.reload().catch(() => undefined);
  });
  runtime.lifecycle.onStop('reconnects', stop);
  return revocations;
}

export interface ReaderOptions {
  readonly runtime: Runtime;
  readonly tokens: TokenSource;
  /** The address of identity-org. undefined: revocations cannot be read. */
  readonly address: string | undefined;
}

/** Creates a function that reads revocations from identity-org. It rejects with UNAVAILABLE without an address. */
export function createRevocationReader({
  runtime,
  tokens,
  address,
}: ReaderOptions): RevocationsOptions['read'] {
  if (address === undefined) {
    return () =>
      Promise.reject(
        new DomainError(
          'UNAVAILABLE',
          'UNAVAILABLE',
          'IDENTITY_ORG_ADDRESS is not set, so tokens cannot be checked.',
        ),
      );
  }
  const channel = openChannel(runtime, 'identity-org', { address, tokens });
  const { listInvalidations } = channel.client(AuthenticationServiceService);
  const actor = { kind: 'service', service: runtime.name } as const;
  return async (since) => {
    const call = { actor, organizationId: '', requestId: newId() };
    return (await listInvalidations(call, { since })).invalidations;
  };
}
