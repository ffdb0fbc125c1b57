import { createConsumer } from '@assay/chassis/events/consumer';
import type { Consumer } from '@assay/chassis/events/consumer';
import type { ServiceBase } from '@assay/chassis/service-base';
import { AutoTopUpDisabled, AutoTopUpRequested, BalanceLow } from '@assay/proto/billing/v1/billing_events';
import { OrganizationCreated } from '@assay/proto/organizations/v1/organization_events';
import { RunCompleted, RunFailed } from '@assay/proto/runs/v1/run_events';
import { onAutoTopUpDisabled } from './consumers/on-auto-top-up-disabled.ts';
import { onAutoTopUpAbandoned, onAutoTopUpRequested } from './consumers/on-auto-top-up-requested.ts';
import { onBalanceLow } from './consumers/on-balance-low.ts';
import { onOrganizationCreated } from './consumers/on-organization-created.ts';
import { onRunCompleted } from './consumers/on-run-completed.ts';
import { onRunFailed } from './consumers/on-run-failed.ts';
import type { Deps } from './deps.ts';
import { billingStream, billingWorkStream } from './streams.ts';

export function createConsumers(
  { events: connection, runtime }: ServiceBase,
  deps: Deps,
  backoffMs: readonly number[] | undefined,
): Consumer[] {
  const { logger, metrics } = runtime;
  const shared = { connection, logger, metrics, backoffMs, concurrency: 8, ackWaitMs: 30_000 };
  return [
    createConsumer({
      ...shared,
      stream: 'ORGANIZATIONS',
      durable: 'billing__on-organization-created',
      message: OrganizationCreated,
      handle: (event) => onOrganizationCreated(deps, event),
    }),
    createConsumer({
      ...shared,
      stream: 'RUNS',
      durable: 'billing__on-run-completed',
      message: RunCompleted,
      handle: (event, context) => onRunCompleted(deps, event, context),
    }),
    createConsumer({
      ...shared,
      stream: 'RUNS',
      durable: 'billing__on-run-failed',
      message: RunFailed,
      handle: (event, context) => onRunFailed(deps, event, context),
    }),
    ...ownConsumers(shared, deps),
  ];
}

type Shared = Omit<
  Parameters<typeof createConsumer>[0],
  'stream' | 'durable' | 'message' | 'handle' | 'onDeadLetter'
>;

/** Of what billing says itself. */
function ownConsumers(shared: Shared, deps: Deps): Consumer[] {
  return [
    createConsumer({
      ...shared,
      stream: billingWorkStream.name,
      durable: 'billing__on-auto-top-up-requested',
      message: AutoTopUpRequested,
      handle: (event, context) => onAutoTopUpRequested(deps, event, context),
      onDeadLetter: (event) => onAutoTopUpAbandoned(deps, event),
    }),
    createConsumer({
      ...shared,
      stream: billingStream.name,
      durable: 'billing__on-auto-top-up-disabled',
      message: AutoTopUpDisabled,
      handle: (event) => onAutoTopUpDisabled(deps, event),
    }),
    createConsumer({
      ...shared,
      stream: billingStream.name,
      durable: 'billing__on-balance-low',
      message: BalanceLow,
      handle: (event) => onBalanceLow(deps, event),
    }),
  ];
}
