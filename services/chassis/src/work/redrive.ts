import type { Clock } from '../clock.ts';
import type { Logger } from '../logger.ts';
import type { PeriodicTask } from '../process/periodic-task.ts';
import { days } from '../units.ts';

/** A unit of work that was requested or started and has not ended. */
export interface UnfinishedUnit {
  readonly id: string;
  readonly organizationId: string;
  /** When it was first found overdue since its last progress; undefined when it is not overdue. */
  readonly overdueSince: Date | undefined;
}

/** A unit is `waiting` for a worker or `taken` by one. */
export type UnitState = 'waiting' | 'taken';

/**
 * The unfinished work of a service in its database. Each write takes effect only while the unit is unchanged since it
 * was listed.
 */
export interface UnfinishedWork<Unit extends UnfinishedUnit> {
  /** Lists overdue units of all organizations, the longest overdue first. */
  listOverdue(state: UnitState, now: Date, limit: number): Promise<readonly Unit[]>;
  /** Resolves to true while workers make progress with any unit, so that waiting units are only queued. */
  isBusy(now: Date): Promise<boolean>;
  /** Sets the unit to waiting, requests a worker once more, and stores `overdueSince`. */
  requestAgain(
    unit: Unit,
    again: { readonly now: Date; readonly overdueSince: Date | undefined },
  ): Promise<boolean>;
  /** Ends the unit as failed, with the error `stalled`. */
  end(unit: Unit, now: Date): Promise<boolean>;
  /** Makes all unfinished units overdue, also those that a worker has taken. */
  makeOverdue(): Promise<void>;
}

/** How long a unit may wait before its worker is requested again, each time. */
export const overdueAfterMs = 60_000;
const stalledAfterMs = days(1);
const everyMs = 5_000;
const batchSize = 100;
/** While workers are busy, a few requests suffice to detect lost ones. */
const batchSizeWhileBusy = 10;

/** Returns when a unit that waits since `since` becomes overdue. */
export function computeDueAt(since: Date): Date {
  return new Date(since.getTime() + overdueAfterMs);
}

/** The error of a unit that made no progress for a day, although workers were requested repeatedly. */
export const stalledError = 'stalled';

export interface Redriven {
  readonly requested: number;
  readonly ended: number;
}

export interface RedriveDeps {
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'info'>;
}

/**
 * Requests work again whose message was lost or whose worker died. The database knows the unfinished work, so nothing
 * depends on a single message.
 *
 * A unit ends as failed when it made no progress for a day while no other work was in progress. Many processes may
 * run this at once. Resolves to the counts of one batch; more units may be overdue.
 */
export async function redrive<Unit extends UnfinishedUnit>(
  { clock, logger }: RedriveDeps,
  work: UnfinishedWork<Unit>,
): Promise<Redriven> {
  const now = clock.now();
  const isBusy = await work.isBusy(now);
  const overdue = [
    ...(await work.listOverdue('taken', now, batchSize)),
    ...(await work.listOverdue('waiting', now, isBusy ? batchSizeWhileBusy : batchSize)),
  ];
  let requested = 0;
  let ended = 0;
  for (const unit of overdue) {
    const { id, organizationId } = unit;
    if (!isBusy && isStalled(unit, now)) {
      if (!(await work.end(unit, now))) continue;
      logger.info({ id, organizationId }, 'ended a unit that made no progress for a day');
      ended += 1;
    } else {
      const overdueSince = unit.overdueSince ?? (isBusy ? undefined : now);
      if (await work.requestAgain(unit, { now, overdueSince })) requested += 1;
    }
  }
  if (requested > 0) logger.info({ requested }, 'requested overdue work again');
  return { requested, ended };
}

function isStalled({ overdueSince }: UnfinishedUnit, now: Date): boolean {
  return overdueSince !== undefined && now.getTime() - overdueSince.getTime() >= stalledAfterMs;
}

/** Redrives all unfinished work at once, for example after a restore with an empty NATS. */
export async function redriveAll<Unit extends UnfinishedUnit>(
  deps: RedriveDeps,
  work: UnfinishedWork<Unit>,
): Promise<Redriven> {
  await work.makeOverdue();
  let requested = 0;
  let ended = 0;
  for (;;) {
    const batch = await redrive(deps, work);
    requested += batch.requested;
    ended += batch.ended;
    if (batch.requested + batch.ended === 0) return { requested, ended };
  }
}

export function createRedriveTask<Unit extends UnfinishedUnit>(
  name: string,
  deps: RedriveDeps,
  work: UnfinishedWork<Unit>,
): PeriodicTask {
  return { name, everyMs, role: 'relay', run: () => redrive(deps, work) };
}
