import type { Clock } from '../clock.ts';
import type { Logger } from '../logger.ts';
import type { PeriodicTask } from '../process/periodic-task.ts';

/** Work that was begun or asked for and has not come to its end. */
export interface UnfinishedUnit {
  readonly id: string;
  readonly organizationId: string;
  /** When it was first found to be late since it last went on; undefined: it was not. */
  readonly overdueSince: Date | undefined;
}

/** `waiting` for a worker, or `taken` by one. */
export type UnitState = 'waiting' | 'taken';

/** What a database knows of the work of its service; each write takes effect only while the unit is as it was listed. */
export interface UnfinishedWork<Unit extends UnfinishedUnit> {
  /** What ought to have gone on by now, of every organization, longest first. */
  listOverdue(state: UnitState, now: Date, limit: number): Promise<readonly Unit[]>;
  /** Whether anything is being worked on, so that what waits is waiting for its turn. */
  isBusy(now: Date): Promise<boolean>;
  /** Lets it wait for a worker and asks for one once more; `overdueSince` is what the unit is to remember. */
  requestAgain(
    unit: Unit,
    again: { readonly now: Date; readonly overdueSince: Date | undefined },
  ): Promise<boolean>;
  /** Ends it as failed, with the error `stalled`. */
  end(unit: Unit, now: Date): Promise<boolean>;
  /** Makes everything unfinished overdue, whoever may be at work on it. */
  makeOverdue(): Promise<void>;
}

/** How long a unit may wait before it is asked for again, and again. */
export const overdueAfterMs = 60_000;
const stalledAfterMs = 86_400_000;
const everyMs = 5_000;
const batchSize = 100;
/** While others are being worked on, few requests suffice to find out whether some were lost. */
const batchSizeWhileBusy = 10;

/** When a unit is overdue that waits since then. */
export function computeDueAt(since: Date): Date {
  return new Date(since.getTime() + overdueAfterMs);
}

/** The error of what was asked for again and again and has not gone on for a day. */
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
 * Asks again for work whose message was lost or whose worker died: the database says what is unfinished, and nothing
 * depends on one message. What has not gone on for a day although nothing else was in its way ends as failed. Any number
 * of processes may do it at once. Resolves to what was done with a batch; there may be more.
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
  let [requested, ended] = [0, 0];
  for (const unit of overdue) {
    const { id, organizationId } = unit;
    if (!isBusy && isStalled(unit, now)) {
      if (!(await work.end(unit, now))) continue;
      logger.info({ id, organizationId }, 'ended what did not go on for a day');
      ended += 1;
    } else {
      const overdueSince = unit.overdueSince ?? (isBusy ? undefined : now);
      if (await work.requestAgain(unit, { now, overdueSince })) requested += 1;
    }
  }
  if (requested > 0) logger.info({ requested }, 'asked again for work that did not go on');
  return { requested, ended };
}

function isStalled({ overdueSince }: UnfinishedUnit, now: Date): boolean {
  return overdueSince !== undefined && now.getTime() - overdueSince.getTime() >= stalledAfterMs;
}

/** The same for everything at once, as after a restore with a NATS that is empty. */
export async function redriveAll<Unit extends UnfinishedUnit>(
  deps: RedriveDeps,
  work: UnfinishedWork<Unit>,
): Promise<Redriven> {
  await work.makeOverdue();
  let [requested, ended] = [0, 0];
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
