import type { TakenDelivery } from './delivery.ts';
import type { Claim, DueDeliveries } from './due-deliveries.ts';
import type { LaneState } from './lanes/lane-state.ts';
import type { Lanes } from './lanes/lanes.ts';
import type { Reservations } from './reservations.ts';

export interface TakingDeps {
  readonly deliveryQueue: Pick<DueDeliveries, 'findDue' | 'take'>;
  readonly lanes: Lanes;
  readonly reservations: Reservations;
  readonly nextClaim: () => Claim;
  /** Queues deliveries that were taken. */
  readonly hold: (taken: readonly TakenDelivery[]) => Promise<void>;
}

/** Maximum number of due deliveries that are read with one command. */
const pageSize = 64;

/** Creates a function that takes due deliveries of all organizations in turn, until there is no room or nothing is due. */
export function createTakeDue(deps: TakingDeps): () => Promise<void> {
  const { reservations } = deps;
  const { backlog } = reservations;
  /** The organization that was served last. */
  let served = '';

  /** Takes a page after the organization that was served last. Adds the lanes of others to `left`. */
  async function takePage(left: Set<LaneState>) {
    const after = served;
    const page = await findPage(deps, after, left);
    const isLast = page.length < pageSize;
    served = isLast ? '' : (page.at(-1)?.organizationId ?? '');
    const count = await takeChosen(deps, page, left);
    return { count, isLast, isWhole: isLast && after === '' };
  }

  return async () => {
    const left = new Set<LaneState>();
    let rounds = 0;
    while (!reservations.isFull()) {
      const { count, isLast, isWhole } = await takePage(left);
      if (count > 0) rounds = 0;
      if (isLast) rounds += 1;
      if (!isWhole && rounds < 2) continue;
      // All organizations were looked at, and only these lanes have more.
      backlog.clear();
      break;
    }
    for (const state of left) backlog.add(state);
  };
}

async function findPage(
  { deliveryQueue, lanes, nextClaim }: TakingDeps,
  after: string,
  left: Set<LaneState>,
): Promise<readonly TakenDelivery[]> {
  const busy = lanes.listBusy();
  for (const { organizationId, full } of busy)
    for (const origin of full) left.add(lanes.find({ organizationId, origin }));
  return deliveryQueue.findDue({ after, now: nextClaim().now, busy, limit: pageSize });
}

/** Takes the deliveries that have room. Resolves to their number. */
async function takeChosen(
  { deliveryQueue, lanes, reservations, nextClaim, hold }: TakingDeps,
  page: readonly TakenDelivery[],
  left: Set<LaneState>,
): Promise<number> {
  const chosen = page.filter((delivery) => {
    if (reservations.reserve(delivery)) return true;
    left.add(lanes.find(delivery));
    return false;
  });
  if (chosen.length === 0) return 0;
  const taken = await deliveryQueue.take(chosen, nextClaim()).catch((error: unknown) => {
    reservations.cancel(chosen);
    throw error;
  });
  const ids = new Set(taken.map(({ id }) => id));
  reservations.cancel(chosen.filter(({ id }) => !ids.has(id)));
  await hold(taken);
  return chosen.length;
}
