import { seconds } from '@assay/chassis/units';
import type { NewDelivery } from './delivery.ts';
import type { Claim, DueDeliveries } from './due-deliveries.ts';
import { hold, refresh, release } from './hold.ts';
import type { ReserveDeps } from './hold.ts';
import { createReservations } from './reservations.ts';
import type { Ready } from './ready-queue.ts';
import { createTakeDue } from './take-due.ts';

export interface ClaimingDeps extends Omit<ReserveDeps, 'reservations'> {
  readonly deliveryQueue: DueDeliveries;
  readonly stopping: AbortSignal;
}

/** Takes deliveries for this process, many with each command. */
export interface Claims {
  /** Inserts new deliveries, as taken if they have places. Resolves to false if some have none: they are due. */
  insert(deliveries: readonly NewDelivery[]): Promise<boolean>;
  /** Takes due deliveries of all organizations in turn, until there is no places or nothing is due. */
  takeDue(): Promise<void>;
  /** Gives back deliveries that have left the queue without an attempt. */
  release(items: readonly Ready[]): Promise<void>;
  /** Reads the webhooks of the deliveries in the queue again. */
  refresh(): Promise<void>;
  /** Returns true if deliveries are due of a lane that has places again. */
  hasBacklog(): boolean;
}

/** How long a taken delivery belongs to its process. An attempt takes 10 s at most, and begins a few seconds after the claim. */
const leaseMs = seconds(30);

export function createClaims(deps: ClaimingDeps): Claims {
  const { deliveryQueue, clock, claim, lanes, queue, stopping } = deps;
  const reservations = createReservations(lanes, () => queue.size, stopping);
  const reserve: ReserveDeps = { ...deps, reservations };
  const { backlog } = reservations;
  const nextClaim = (): Claim => {
    const now = clock.now();
    return { claim, now, leaseEnd: new Date(now.getTime() + leaseMs) };
  };

  function hasPlace(delivery: NewDelivery): boolean {
    const state = lanes.find(delivery);
    if (!backlog.has(state) && reservations.reserve(delivery)) return true;
    backlog.add(state);
    return false;
  }

  return {
    async insert(deliveries) {
      const chosen = deliveries.filter(hasPlace);
      const taking = { ...nextClaim(), ids: new Set(chosen.map(({ id }) => id)) };
      const inserted = await deliveryQueue.insert(deliveries, taking).catch((error: unknown) => {
        // Those that were inserted are due when their leases end.
        reservations.cancel(chosen);
        throw error;
      });
      reservations.cancel(chosen.filter(({ id }) => !inserted.has(id)));
      const taken = chosen.filter(({ id }) => inserted.has(id));
      void hold(
        reserve,
        taken.map((delivery) => ({ ...delivery, attempt: 1 })),
      );
      return chosen.length === deliveries.length;
    },
    takeDue: createTakeDue({
      deliveryQueue,
      lanes,
      reservations,
      nextClaim,
      hold: (taken) => hold(reserve, taken),
    }),
    release: (items) => release(reserve, items),
    refresh: () => refresh(reserve),
    hasBacklog: () => reservations.hasBacklog(),
  };
}
