/** Runs that are followed: each by one stream of events, whoever looks at it, and by asking where no stream comes through. */

import { ask, call } from './api.mjs';
import { readEvents } from './read-events.mjs';

const pollMs = 3_000;
/** Between the end of a stream and asking how the run stands. */
const againMs = 100;
const entries = new Map();

export const pathOf = ({ projectId, id }) => `/v2/projects/${projectId}/verification-runs/${id}`;

export const hasEnded = ({ status }) => status === 'completed' || status === 'failed';

/** Tells `listener` the run with its stages now and after each change. Returns what stops it. */
export function watchRun(ref, listener) {
  const entry = entries.get(ref.id) ?? open(ref);
  entry.listeners.add(listener);
  if (entry.run !== undefined) listener(entry.run);
  return () => {
    entry.listeners.delete(listener);
    if (entry.listeners.size === 0) close(ref.id);
  };
}

/** Looks at the run anew, such as after it was restarted. */
export function refreshRun(run) {
  const listeners = entries.get(run.id)?.listeners ?? new Set();
  close(run.id);
  const entry = open(run);
  for (const listener of listeners) entry.listeners.add(listener);
}

function open(ref) {
  const entry = { listeners: new Set(), run: undefined, stopping: new AbortController() };
  entries.set(ref.id, entry);
  void follow(ref, entry);
  return entry;
}

function close(id) {
  entries.get(id)?.stopping.abort();
  entries.delete(id);
}

async function follow(ref, entry) {
  const { signal } = entry.stopping;
  let lastEventId = '';
  while (!signal.aborted) {
    try {
      const headers = { 'last-event-id': lastEventId };
      tell(entry, await call('GET', pathOf(ref)));
      if (hasEnded(entry.run)) return;
      const { body } = await ask(`${pathOf(ref)}/events`, { headers, signal });
      for await (const event of readEvents(body)) {
        lastEventId = event.id;
        apply(entry, event);
      }
      await pause(againMs);
    } catch (error) {
      if (signal.aborted) return;
      if (error.status >= 400 && error.status < 500 && error.status !== 429) {
        tell(entry, { ...ref, ...entry.run, problem: error });
        return;
      }
      await pause(pollMs);
    }
  }
}

function apply(entry, { name, data }) {
  const { run } = entry;
  // What has ended is read as a whole when the stream is over.
  if (name === 'run' && !hasEnded(data)) tell(entry, { ...run, ...data });
  if (name !== 'stage') return;
  tell(entry, { ...run, stages: run.stages.map((stage) => (stage.id === data.id ? data : stage)) });
}

function tell(entry, run) {
  entry.run = run;
  for (const listener of entry.listeners) listener(run);
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
