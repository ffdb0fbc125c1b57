import type { Clock } from '../clock.ts';
import type { Logger } from '../logger.ts';
import { pause } from '../events/pause.ts';
import { createSemaphore } from '../semaphore.ts';
import { inSpan } from '../process/tracing/spans.ts';
import type { SpanOptions } from '../process/tracing/spans.ts';
import { retryDelayMs } from './retry-delay.ts';

/** A unit of work that this process has taken. */
export interface TakenUnit {
  readonly id: string;
  readonly organizationId: string;
  /** How often it was taken, this time included. */
  readonly attempts: number;
  /** The trace of the call that asked for it; undefined: that of the request by which it was taken. */
  readonly traceparent?: string | undefined;
}

/** The work of all organizations, given out in turn. A unit that was taken belongs to its worker until its lease ends. */
export interface WorkQueue<Unit extends TakenUnit> {
  /**
   * Takes the oldest unit of the organization whose turn it is; `full` when some wait and their organizations have as much
   * in work as they may, undefined when none waits.
   */
  take(now: Date): Promise<Unit | 'full' | undefined>;
  /** Says that this process no longer works on it, whatever became of it. */
  freeSlot(unit: Unit): void;
  /** Extends the lease; false when it has ended, or somebody else has taken it since. */
  renew(unit: Unit, now: Date): Promise<boolean>;
  /** Lets it rest until then; it is asked for again afterwards. */
  postpone(unit: Unit, until: Date): Promise<void>;
  /** Lets it wait as if it had not been taken, and asks for another worker. */
  release(unit: Unit, now: Date): Promise<void>;
}

export interface WorkerOptions<Unit extends TakenUnit> {
  readonly queue: WorkQueue<Unit>;
  /** Units worked on at the same time. */
  readonly slots: number;
  /** How often a unit is tried before it is given up. */
  readonly maxAttempts: number;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'warn'>;
  /** Aborted when the process stops: no further unit is taken. */
  readonly stopping: AbortSignal;
  /** Commits its effect before it returns; the signal is also aborted when the unit is no longer this worker's. Rejects when trying again may help, with InterruptedError when it was cut short. */
  readonly execute: (unit: Unit, signal: AbortSignal) => Promise<void>;
  /** Ends a unit that could not be executed at any attempt. */
  readonly giveUp: (unit: Unit, reason: string) => Promise<void>;
}

export interface Worker {
  /**
   * Works on one unit: not on one in particular, but on the one whose turn it is, at once or as soon as its organization has
   * less in work. Call it for each request. The signal cuts the work short; the unit is then given back. Rejects when the
   * request is to be made elsewhere.
   */
  processNext(signal: AbortSignal): Promise<void>;
}

/** Work was cut short for a reason that says nothing about it. */
export class InterruptedError extends Error {
  override readonly name = 'InterruptedError';
}

/** How long a unit belongs to a worker that gives no sign of life; a third of it is the heartbeat's interval. */
const leaseMs = 15_000;

/** When the lease of a unit ends that was taken, or gave a sign of life, then. */
export function leaseEnd(now: Date): Date {
  return new Date(now.getTime() + leaseMs);
}

/** A request that finds the organizations busy looks this often whether another one has come. */
const busyPauseMs = 50;

export function createWorker<Unit extends TakenUnit>(options: WorkerOptions<Unit>): Worker {
  const { queue, clock, stopping } = options;
  const slots = createSemaphore(options.slots);
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
        const unit = await takeOne();
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

/** It is worked on by whichever request comes, and belongs to the trace of its own. */
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
      logger.warn({ err: error, id, organizationId }, 'extending a lease failed');
    });
  }, leaseMs / 3);
  try {
    if (attempts > options.maxAttempts) await options.giveUp(unit, 'no attempt was finished');
    else await options.execute(unit, AbortSignal.any([signal, lost.signal]));
  } catch (error) {
    // Whoever ended it, or has it now, knows what becomes of it.
    if (lost.signal.aborted) return;
    await endAttempt(
      options,
      unit,
      signal.aborted ? new InterruptedError('cut short', { cause: error }) : error,
    );
  } finally {
    clearInterval(heartbeat);
  }
}

/** Units are tried again by the database's clock, so that those that fail occupy no queue. */
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
  logger.warn({ err: error, id, organizationId, attempts }, 'an attempt at a unit of work failed');
  if (attempts >= maxAttempts) {
    await giveUp(unit, error instanceof Error ? error.message : String(error));
    return;
  }
  await queue.postpone(unit, new Date(now.getTime() + retryDelayMs(attempts)));
}
