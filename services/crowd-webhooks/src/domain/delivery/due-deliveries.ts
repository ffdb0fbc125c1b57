import type { EndedAttempt, TakenDelivery } from './delivery.ts';
import type { FullLanes, Lane } from './lanes.ts';

/** The claim of a process on the deliveries that it attempts. */
export interface Claim {
  readonly claim: string;
  readonly now: Date;
  readonly leaseEnd: Date;
}

/** The deliveries that are due, of all organizations. */
export interface DueDeliveries {
  /** Finds a lane with due deliveries: of the next organization after `after`, in the order of their ids. */
  findDueLane(after: string, now: Date, full: FullLanes): Promise<Lane | undefined>;
  /** Takes due deliveries of a lane until the end of a lease, none with the limit 0. Their attempts count as begun. */
  take(lane: Lane, limit: number, claim: Claim): Promise<readonly TakenDelivery[]>;
  /** Returns taken deliveries of one organization whose attempts have not begun. */
  release(claim: string, taken: readonly TakenDelivery[], now: Date): Promise<void>;
  /** Records the ends of attempts. An attempt that another process has taken over is left out. */
  record(claim: string, ended: readonly EndedAttempt[], now: Date): Promise<void>;
}
