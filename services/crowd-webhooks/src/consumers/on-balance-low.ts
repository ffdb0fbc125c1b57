import { consumes } from '@assay/chassis/events/consumer';
import { BalanceLow } from '@assay/proto/billing/v1/billing_events';
import type { Deps } from '../deps.ts';
import { balanceLow } from '../domain/webhooks/event/build-events.ts';
import { intakeConcurrency } from '../domain/webhooks/event/intake.ts';

export const onBalanceLow = consumes<Deps, BalanceLow>({
  message: BalanceLow,
  concurrency: intakeConcurrency,
  requires: ['organizationId'],
  handle: (deps, event) => deps.intake.add(balanceLow(event, event.value)),
});
