import type { EndedAttempt, NewDelivery, TakenDelivery } from './delivery.ts';
import type { BusyOrganization } from './lanes/lanes.ts';

/** The claim of a process on the deliveries that it attempts. */
export interface Claim {
  readonly claim: string;
  readonly now: Date;
  readonly leaseEnd: Date;
}

/** Selects due deliveries in the order of their organizations. */
export interface DueSelection {
  /** The organization after which the page begins. */
  readonly after: string;
  readonly now: Date;
  /** The organizations of which this process has deliveries: their full lanes are left out. */
  readonly busy: readonly BusyOrganization[];
  readonly limit: number;
}

/** The deliveries that are due, of all organizations. */
export interface DueDeliveries {
  /**
   * Inserts deliveries that are due at once, those with the ids `taken` as taken by the claim. Those that exist stay as they are. Resolves
   * to the ids of the new ones.
   */
  insert(deliveries: readonly NewDelivery[], taken?: Taking): Promise<ReadonlySet<string>>;
  /** Lists due deliveries with the numbers of their next attempts. */
  findDue(selection: DueSelection): Promise<readonly TakenDelivery[]>;
  /** Takes due deliveries until the end of a lease, and returns those that no other process has taken. Their attempts count as begun. */
  take(due: readonly TakenDelivery[], claim: Claim): Promise<readonly TakenDelivery[]>;
  /** Gives back taken deliveries whose attempts have not begun. */
  release(claim: string, taken: readonly TakenDelivery[], now: Date): Promise<void>;
  /** Records the ends of attempts. An attempt that another process has taken over is left out. */
  record(claim: string, ended: readonly EndedAttempt[], now: Date): Promise<void>;
}

export interface Taking extends Pick<Claim, 'claim' | 'leaseEnd'> {
  readonly ids: ReadonlySet<string>;
}
