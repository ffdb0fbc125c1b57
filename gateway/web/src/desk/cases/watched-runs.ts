/** Runs that the page follows: each by one event stream, however many listeners it has, and by polling when the stream fails. */

import { api, identifyRun } from '../parts/api.ts';
import { pause } from '../parts/pause.ts';
import { request } from '../parts/request.ts';
import { writePath } from '../../shared/api/calls.ts';
import type { RunWithStages, Stage } from '../../shared/api/api-types.ts';
import type { RunReference, RunStatus } from '../parts/api-types.ts';
import { readEvents } from './read-events.ts';
import type { StreamEvent } from './read-events.ts';
import { ApiError } from '../../shared/api-error.ts';

export interface RunListener {
  /** Called with the run as it is now, and after each change. */
  onChange(run: RunWithStages): void;
  /** Called once when the run cannot be read; the watch then ends. */
  onProblem(problem: ApiError): void;
}

interface Watch {
  readonly listeners: Set<RunListener>;
  readonly stopping: AbortController;
  run?: RunWithStages;
  lastEventId: string;
  problem?: ApiError;
}

const pollMs = 3_000;
/** The time between the end of a stream and reading the run. */
const reconnectMs = 100;
const watches = new Map<string, Watch>();

export const hasEnded = ({ status }: { readonly status: RunStatus }): boolean =>
  status === 'completed' || status === 'failed';

/** Follows a run. Returns a function that removes the listener. */
export function watchRun(run: RunReference, listener: RunListener): () => void {
  const watch = watches.get(run.id) ?? open(run, new Set());
  watch.listeners.add(listener);
  if (watch.run !== undefined) listener.onChange(watch.run);
  if (watch.problem !== undefined) listener.onProblem(watch.problem);
  return () => {
    watch.listeners.delete(listener);
    if (watch.listeners.size === 0) close(run.id);
  };
}

/** Reads the run again, for example after a restart. */
export function refreshRun(run: RunReference): void {
  const listeners = watches.get(run.id)?.listeners ?? new Set();
  close(run.id);
  open(run, listeners);
}

function open(run: RunReference, listeners: Set<RunListener>): Watch {
  const watch: Watch = { listeners, stopping: new AbortController(), lastEventId: '' };
  watches.set(run.id, watch);
  void follow(run, watch);
  return watch;
}

function close(id: string): void {
  watches.get(id)?.stopping.abort();
  watches.delete(id);
}

async function follow(reference: RunReference, watch: Watch): Promise<void> {
  const { signal } = watch.stopping;
  const isStopped = (): boolean => signal.aborted;
  while (!isStopped()) {
    try {
      const run = await api.getProjectRun(identifyRun(reference));
      publish(watch, run);
      if (hasEnded(run)) return;
      const headers = { 'last-event-id': watch.lastEventId };
      const stream = await request(writePath('streamRunEvents', identifyRun(reference)), { headers, signal });
      await applyEvents(watch, stream);
      await pause(reconnectMs);
    } catch (error) {
      if (isStopped()) return;
      if (isFinal(error)) {
        fail(watch, error);
        return;
      }
      await pause(pollMs);
    }
  }
}

/** Resolves when the stream ends, or when the run must be read again. */
async function applyEvents(watch: Watch, stream: Response): Promise<void> {
  for await (const event of readEvents(stream)) {
    watch.lastEventId = event.id;
    apply(watch, event);
    // With the end of such a stage, the results of other stages may be shown, of which no event follows.
    if (endsQuestion(event)) return;
  }
}

function fail(watch: Watch, problem: ApiError): void {
  watch.problem = problem;
  for (const listener of watch.listeners) listener.onProblem(problem);
}

function isFinal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
}

/** Events carry a whole run without its stages, or a whole stage. */
function apply(watch: Watch, { name, data }: StreamEvent): void {
  const { run } = watch;
  if (run === undefined) return;
  if (name === 'run') {
    const changed = { ...run, ...(data as Omit<RunWithStages, 'stages'>) };
    // A run that has ended is read as a whole after the stream.
    if (!hasEnded(changed)) publish(watch, changed);
  } else if (name === 'stage') {
    const changed = data as Stage;
    const stages = run.stages.map((stage) => (stage.id === changed.id ? changed : stage));
    publish(watch, { ...run, stages });
  }
}

function endsQuestion({ name, data }: StreamEvent): boolean {
  return name === 'stage' && ((data as Stage).people?.endedBy ?? null) !== null;
}

function publish(watch: Watch, run: RunWithStages): void {
  watch.run = run;
  for (const listener of watch.listeners) listener.onChange(run);
}
