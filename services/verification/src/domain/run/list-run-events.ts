import type { CallContext } from '@assay/chassis/call-context';
import type { Deps } from '../../deps.ts';
import { getRun } from './get-run.ts';
import type { RunRef } from './get-run.ts';
import { eventsAfter } from './run-events.ts';
import type { RunEvent } from './run-events.ts';
import { hasEnded } from './run.ts';

export interface RunEvents {
  readonly events: readonly RunEvent[];
  readonly hasEnded: boolean;
}

export interface RunEventsRef extends RunRef {
  /** The last event that is known; empty: none. */
  readonly afterEventId: string;
  /** How long to wait for one. */
  readonly waitMs: number;
}

/** What happened to a run after an event, waiting for something to happen where nothing has. NOT_FOUND for an unknown run. */
export async function listRunEvents(
  deps: Pick<Deps, 'runs' | 'runChanges'>,
  call: CallContext,
  { afterEventId, waitMs, ...ref }: RunEventsRef,
): Promise<RunEvents> {
  const run = await getRun(deps, call, ref);
  const events = eventsAfter(run, afterEventId);
  if (events.length > 0 || hasEnded(run) || waitMs === 0) return { events, hasEnded: hasEnded(run) };
  const { id: runId, organizationId, updatedAt } = run;
  const signal = AbortSignal.any([call.signal, AbortSignal.timeout(waitMs)]);
  await deps.runChanges.wait({ organizationId, runId, since: updatedAt }, signal);
  const after = await getRun(deps, call, ref);
  return { events: eventsAfter(after, afterEventId), hasEnded: hasEnded(after) };
}
