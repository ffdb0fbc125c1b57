import type { Runtime } from '@assay/chassis/runtime';
import type { Deps } from './deps.ts';
import { cancelExpiredTopUps } from './domain/top-up/cancel-expired-top-ups.ts';

const sweepEveryMs = 30_000;

/** Cancels payments that were not made in time, twice a minute until the process stops. */
export function sweepExpiredTopUps(deps: Deps, { logger, lifecycle }: Runtime): void {
  let sweeping: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    sweeping = cancelExpiredTopUps(deps).catch((error: unknown) => {
      logger.warn({ err: error }, 'canceling expired top-ups failed and will be tried again');
    });
  }, sweepEveryMs);
  lifecycle.onStop('sweep of expired top-ups', () => {
    clearInterval(timer);
    return sweeping;
  });
}
