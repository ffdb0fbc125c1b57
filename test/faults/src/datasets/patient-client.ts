import { setTimeout as pause } from 'node:timers/promises';
import type { Rest, RestAnswer } from '@assay/test-kit/rest';

/** How long a call, or a job without progress, is repeated while processes are killed. */
const maxWaitMs = 300_000;
/** How long a job may make no progress after the last kill. */
export const stuckAfterMs = 60_000;

/** Repeats a call until its status is the expected one, as a patient client does. */
export async function repeat(call: () => Promise<RestAnswer>, status: number): Promise<RestAnswer> {
  const deadline = Date.now() + maxWaitMs;
  let last: unknown;
  while (Date.now() < deadline) {
    try {
      const answer = await call();
      if (answer.status === status) return answer;
      last = answer;
    } catch (error) {
      last = error;
    }
    await pause(100);
  }
  throw new Error(`no answer had the status ${status.toString()}`, { cause: last });
}

/** The time since which no process is killed any more; undefined while kills go on. */
export interface Calm {
  since: number | undefined;
}

interface Progress {
  readonly state: string;
  readonly error: string | null;
}

export interface JobWatch {
  readonly rest: Rest;
  readonly calm: Calm;
  /** A number that changes with every file that is treated. */
  readonly countDone: () => Promise<number>;
}

/** Follows the job of a version to its end. Throws when no file is treated for too long. */
export async function awaitJob({ rest, calm, countDone }: JobWatch, path: string): Promise<Progress> {
  let done = -1;
  let doneAt = Date.now();
  for (;;) {
    const answer = await rest.get(path).catch(() => undefined);
    const body = answer?.status === 200 ? (answer.body as Progress) : undefined;
    if (body !== undefined && !['cleaning', 'enriching'].includes(body.state)) return body;
    const count = await countDone();
    if (count !== done) [done, doneAt] = [count, Date.now()];
    const stillMs = Date.now() - Math.max(doneAt, calm.since ?? 0);
    if (stillMs > (calm.since === undefined ? maxWaitMs : stuckAfterMs))
      throw new Error(`${path} is stuck: ${body?.state ?? 'no answer'}`);
    await pause(1_000);
  }
}
