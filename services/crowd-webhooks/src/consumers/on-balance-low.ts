import { consumes } from '@assay/chassis/events/consumer';
import { BalanceLow } from '@assay/proto/billing/v1/billing_events';
import type { Deps } from '../deps.ts';
import { balanceLow } from '../domain/event/build-events.ts';
import { receiveEvent } from '../domain/event/receive-event.ts';

export const onBalanceLow = consumes<Deps, BalanceLow>({
  message: BalanceLow,
  requires: ['organizationId'],
  handle: (deps, event) => receiveEvent(deps, balanceLow(event, event.value)),
});
