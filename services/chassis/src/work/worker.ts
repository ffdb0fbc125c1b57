import type { Clock } from '../clock.ts';
import type { Logger } from '../logger.ts';
import { pause } from '../process/pause.ts';
import { createSemaphore } from '../process/semaphore.ts';
import { inSpan } from '../process/tracing/spans.ts';
import type { SpanOptions } from '../process/tracing/spans.ts';
import { retryDelayMs } from '../process/retry-delay.ts';

/** A unit of work that this process has taken. */
export interface TakenUnit {
  readonly id: string;
  readonly organizationId: string;
  /** How often the unit was taken, including this time. */
  readonly attempts: number;
  /** The trace of the call that requested the work. Undefined: the trace of the event by which it was taken. */
  readonly traceparent?: string | undefined;
}

/** The work of all organizations in a fair order. A taken unit belongs to its worker until its lease ends. */
export interface WorkQueue<Unit extends TakenUnit> {
  /**
   * Takes the oldest unit of the next organization. Resolves to `full` when units wait but their organizations have
   * reached their limits, and to undefined when none waits.
   */
  take(now: Date): Promise<Unit | 'full' | undefined>;
  /** Records that this process no longer works on the unit, whatever the outcome was. */
  freeSlot(unit: Unit): void;
  /** Extends the lease. Resolves to false when the unit has ended or another worker has taken it. */
  renew(unit: Unit, now: Date): Promise<boolean>;
  /** Delays the next attempt until then. The redrive requests it afterwards. */
  postpone(unit: Unit, until: Date): Promise<void>;
  /** Returns the unit to the queue as if it had not been taken, and requests another worker. */
  release(unit: Unit, now: Date): Promise<void>;
}

export interface WorkerOptions<Unit extends TakenUnit> {
  readonly queue: WorkQueue<Unit>;
  /** Maximum number of units that are executed at the same time. */
  readonly slots: number;
  /** How often a unit is tried before `giveUp` ends it. */
  readonly maxAttempts: number;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'warn'>;
  /** Aborted when the process stops. The worker then takes no further unit. */
  readonly stopping: AbortSignal;
  /**
   * Executes a unit and commits its effect before it resolves. The signal also aborts when the lease is lost. Rejects
   * when a retry may help, and with InterruptedError when the work was interrupted.
   */
  readonly execute: (unit: Unit, signal: AbortSignal) => Promise<void>;
  /** Ends a unit whose attempts have all failed. */
  readonly giveUp: (unit: Unit, reason: string) => Promise<void>;
}

export interface Worker {
  /**
   * Executes one unit: the next one of the fair queue, at once or as soon as its organization is below its limit.
   * Call it once for each work token. The signal interrupts the work and releases the unit. Rejects when another
   * process should get the token.
   */
  processNext(signal: AbortSignal): Promise<void>;
}

/** Thrown when work was interrupted for a reason outside of the work itself. */
export class InterruptedError extends Error {
  override readonly name = 'InterruptedError';
}

/** How long a unit belongs to a worker without a heartbeat. The heartbeat interval is a third of it. */
const leaseMs = 15_000;

/** Returns the end of a lease that was taken or extended at `now`. */
export function leaseEnd(now: Date): Date {
  return new Date(now.getTime() + leaseMs);
}

/** How often a work token looks for a unit while all waiting organizations are at their limits. */
const busyPauseMs = 50;

export function createWorker<Unit extends TakenUnit>(options: WorkerOptions<Unit>): Worker {
  const { queue, clock, stopping } = options;
  const slots = createSemaphore(options.slots);
  /** One work token looks for a unit at a time: many of them may wait for organizations that have reached their limits. */
  const looking = createSemaphore(1);
  let slotFreed = new AbortController();

  async function takeOne(): Promise<Unit | undefined> {
    for (;;) {
      if (stopping.aborted) throw new InterruptedError('the process is stopping');
      const { signal } = slotFreed;
      const unit = await queue.take(clock.now());
      if (unit !== 'full') return unit;
      await pause(busyPauseMs, AbortSignal.any([signal, stopping]));
    }
  }

  return {
    processNext: (signal) =>
      slots.run(async () => {
        const unit = await looking.run(takeOne);
        if (unit === undefined) return;
        try {
          await inSpan(buildSpan(unit), () => workOn(options, unit, signal));
        } finally {
          queue.freeSlot(unit);
          slotFreed.abort();
          slotFreed = new AbortController();
        }
      }),
  };
}

/**
 * Builds the span of a unit. Any work token may execute the unit, so the span continues the trace of the unit's own
 * request.
 */
function buildSpan({ id, attempts, traceparent: continues }: TakenUnit): SpanOptions {
  const attributes = { 'assay.unit.id': id, 'assay.unit.attempts': attempts };
  return { name: 'work', kind: 'internal', continues, attributes };
}

async function workOn<Unit extends TakenUnit>(
  options: WorkerOptions<Unit>,
  unit: Unit,
  signal: AbortSignal,
): Promise<void> {
  const { queue, clock, logger } = options;
  const { id, organizationId, attempts } = unit;
  const lost = new AbortController();
  const renew = async (): Promise<void> => {
    if (!(await queue.renew(unit, clock.now()))) lost.abort();
  };
  const heartbeat = setInterval(() => {
    renew().catch((error: unknown) => {
      logger.warn(
        { err: error, id, organizationId },
        'extending a lease failed; the next heartbeat tries again',
      );
    });
  }, leaseMs / 3);
  try {
    if (attempts > options.maxAttempts) await options.giveUp(unit, 'no attempt was completed');
    else await options.execute(unit, AbortSignal.any([signal, lost.signal]));
  } catch (error) {
    // The unit has ended or belongs to another worker, which decides about it.
    if (lost.signal.aborted) return;
    await endAttempt(
      options,
      unit,
      signal.aborted ? new InterruptedError('the work was interrupted', { cause: error }) : error,
    );
  } finally {
    clearInterval(heartbeat);
  }
}

/** Schedules the next attempt in the database, so that failing units do not block the stream. */
async function endAttempt<Unit extends TakenUnit>(
  { queue, maxAttempts, clock, logger, giveUp }: WorkerOptions<Unit>,
  unit: Unit,
  error: unknown,
): Promise<void> {
  const { id, organizationId, attempts } = unit;
  const now = clock.now();
  if (error instanceof InterruptedError) {
    await queue.release(unit, now);
    throw error;
  }
  logger.warn({ err: error, id, organizationId, attempts }, 'an attempt to execute a unit failed');
  if (attempts >= maxAttempts) {
    await giveUp(unit, error instanceof Error ? error.message : String(error));
    return;
  }
  await queue.postpone(unit, new Date(now.getTime() + retryDelayMs(attempts)));
}
