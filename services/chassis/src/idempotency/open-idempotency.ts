import { accessRule } from '../grpc/contract.ts';
import type { ServedService } from '../grpc/serve.ts';
import { collectSecrets } from '../secrets.ts';
import type { Runtime } from '../process/runtime.ts';
import type { BaseConfig, ServiceBase } from '../process/service-base.ts';
import { hours } from '../units.ts';
import { createIdempotencyRecords } from './idempotency-records.ts';
import type { IdempotencyRecords } from './idempotency-records.ts';
import { createIdempotency } from './idempotency.ts';
import type { Idempotency } from './idempotency.ts';

const sweepEveryMs = hours(1);

/**
 * The records of a service one of whose rpcs heeds idempotency keys, swept in role `relay`; undefined for a service that
 * has no such rpc.
 */
export function openIdempotency(
  base: ServiceBase,
  services: readonly ServedService[],
  config: BaseConfig,
): Idempotency | undefined {
  if (!services.some(hasIdempotentRpc)) return undefined;
  if (config.roles.includes('relay'))
    keepSweeping(createIdempotencyRecords(base.db, base.clock), base.runtime);
  return createServiceIdempotency(base, config);
}

/** The same records for what a service takes in on another way than as an rpc. */
export function createServiceIdempotency(
  { db, clock, runtime }: ServiceBase,
  config: BaseConfig,
): Idempotency {
  const { internalTokenKey, sealingSecret, sealingSecretPrevious, sealingSecretNext } = config;
  // Without a sealing secret one that comes next seals nothing yet; the last is what the release before sealed with.
  const accepted = sealingSecret === undefined ? [] : [sealingSecretNext];
  const secrets = collectSecrets(sealingSecret, sealingSecretPrevious, ...accepted, internalTokenKey.d);
  return createIdempotency({ records: createIdempotencyRecords(db, clock), secrets, logger: runtime.logger });
}

function hasIdempotentRpc({ definition }: ServedService): boolean {
  return Object.values(definition).some(({ path }) => accessRule(path)?.idempotent === true);
}

function keepSweeping(records: IdempotencyRecords, { logger, lifecycle }: Runtime): void {
  let sweeping = Promise.resolve();
  const sweep = (): void => {
    sweeping = records.sweep().catch((error: unknown) => {
      logger.warn({ err: error }, 'sweeping idempotency records failed and will be tried again');
    });
  };
  sweep();
  const timer = setInterval(sweep, sweepEveryMs);
  lifecycle.onStop('sweep of idempotency records', async () => {
    clearInterval(timer);
    await sweeping;
  });
}
