import type { RunCollection } from './run-collection.ts';

/** What is waited for: that a run is no longer as it was. */
export interface AwaitedChange {
  readonly organizationId: string;
  readonly runId: string;
  /** When the run, as it was read, had last changed. */
  readonly since: Date;
}

/** Tells those who watch runs that one has changed. */
export interface RunChanges {
  /** Resolves when the run has changed or is gone, or when the signal says that waiting is over. */
  wait(awaited: AwaitedChange, signal: AbortSignal): Promise<void>;
}

export interface RunChangeOptions {
  /** How often one look is taken for all who wait. */
  readonly everyMs: number;
}

interface Waiting extends AwaitedChange {
  readonly resolve: () => void;
}

/** However many wait in a process, one query looks for all of them. */
export function createRunChanges(
  { runs }: Pick<RunCollection, 'runs'>,
  { everyMs }: RunChangeOptions = { everyMs: 500 },
): RunChanges {
  const waiting = new Set<Waiting>();
  let timer: NodeJS.Timeout | undefined;

  async function look(): Promise<void> {
    const looked = [...waiting];
    const organizationIds = [...new Set(looked.map(({ organizationId }) => organizationId))];
    const runIds = [...new Set(looked.map(({ runId }) => runId))];
    const filter = { _id: { $in: runIds }, organizationId: { $in: organizationIds } };
    const found = await runs.find(filter, { projection: { updatedAt: 1 } }).toArray();
    const changedAt = new Map(found.map(({ _id, updatedAt }) => [_id, updatedAt.getTime()]));
    for (const { runId, since, resolve } of looked) {
      if (changedAt.get(runId) !== since.getTime()) resolve();
    }
  }

  function lookSoon(): void {
    if (timer !== undefined || waiting.size === 0) return;
    timer = setTimeout(() => {
      // Who waits reads the run in the end, whether or not a look has failed.
      void look()
        .catch(() => undefined)
        .then(() => {
          timer = undefined;
          lookSoon();
        });
    }, everyMs).unref();
  }

  return {
    wait: (awaited, signal) =>
      new Promise((done) => {
        const resolve = (): void => {
          waiting.delete(one);
          signal.removeEventListener('abort', resolve);
          done();
        };
        const one: Waiting = { ...awaited, resolve };
        waiting.add(one);
        signal.addEventListener('abort', resolve);
        if (signal.aborted) resolve();
        lookSoon();
      }),
  };
}
