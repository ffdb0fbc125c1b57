import { setTimeout as delay } from 'node:timers/promises';
import type { ApiClient, LiveObject } from './api-client.ts';

interface LiveJob extends LiveObject {
  readonly status?: { readonly completionTime?: string };
}

const pollMs = 200;

/**
 * Stands in for the controller and the kubelet where there are none: says of every Job that it is complete, so that Helm goes on
 * after its hooks. Returns what ends it.
 */
export function completeJobs(client: ApiClient): () => Promise<void> {
  const stopped = new AbortController();
  const ended = (async () => {
    while (!stopped.signal.aborted) {
      const { items } = await client.get<{ readonly items: readonly LiveJob[] }>('/apis/batch/v1/jobs');
      for (const job of items.filter(({ status }) => status?.completionTime === undefined))
        await complete(client, job);
      await delay(pollMs, undefined, { signal: stopped.signal }).catch(() => undefined);
    }
  })();
  // A failure is told to whoever ends it.
  ended.catch(() => undefined);
  return async () => {
    stopped.abort();
    await ended;
  };
}

async function complete(client: ApiClient, { metadata: { namespace = '', name } }: LiveJob): Promise<void> {
  const now = new Date().toISOString().replace(/\.\d+/u, '');
  const conditions = ['SuccessCriteriaMet', 'Complete'].map((type) => ({
    type,
    status: 'True',
    lastProbeTime: now,
    lastTransitionTime: now,
    reason: 'StandIn',
    message: 'no controller runs here',
  }));
  const status = { startTime: now, completionTime: now, succeeded: 1, conditions };
  const answer = await client.merge(`/apis/batch/v1/namespaces/${namespace}/jobs/${name}/status`, { status });
  // Helm deletes the Job of a hook before it creates it anew.
  if (answer.status !== 200 && answer.status !== 404) throw new Error(`Job ${name}: ${answer.message}`);
}
