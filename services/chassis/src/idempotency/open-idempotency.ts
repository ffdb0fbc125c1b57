import { accessRule } from '../grpc/contract/contract.ts';
import type { ServedService } from '../grpc/serve.ts';
import type { Runtime } from '../process/runtime.ts';
import type { BaseConfig, ServiceBase } from '../process/boot/service-base.ts';
import { hours } from '../units.ts';
import { createIdempotencyRecords } from './idempotency-records.ts';
import type { IdempotencyRecords } from './idempotency-records.ts';
import { createIdempotency } from './idempotency.ts';
import type { Idempotency } from './idempotency.ts';
import { readSealingSecrets } from '../tokens/sealer.ts';

const sweepEveryMs = hours(1);

/**
 * Creates the idempotency of a service, with a periodic sweep of its records in role `relay`. Returns undefined when no rpc of the
 * service is idempotent.
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

/** Creates the idempotency of a service for requests over HTTP instead of gRPC. */
export function createServiceIdempotency(
  { db, clock, runtime }: ServiceBase,
  config: BaseConfig,
): Idempotency {
  const secrets = readSealingSecrets(config);
  return createIdempotency({ records: createIdempotencyRecords(db, clock), secrets, logger: runtime.logger });
}

function hasIdempotentRpc({ definition }: ServedService): boolean {
  return Object.values(definition).some(({ path }) => accessRule(path)?.idempotent === true);
}

function keepSweeping(records: IdempotencyRecords, { logger, lifecycle }: Runtime): void {
  let sweeping = Promise.resolve();
  const sweep = (): void => {
    sweeping = records.sweep().catch((error: unknown) => {
      logger.warn({ err: error }, 'sweeping idempotency records failed and will be retried');
    });
  };
  sweep();
  const timer = setInterval(sweep, sweepEveryMs);
  lifecycle.onStop('sweep of idempotency records', async () => {
    clearInterval(timer);
    await sweeping;
  });
}
