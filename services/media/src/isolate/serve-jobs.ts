import { UndecodableError } from '../limits/undecodable-error.ts';
import { giveWay } from './give-way.ts';
import type { JobReply, JobRequest, JobTable } from './job-types.ts';

/** One function a job. An `UndecodableError` is its verdict on the input; whatever else it throws is a fault of its own. */
export type JobHandlers<Jobs extends JobTable> = {
  readonly [Job in keyof Jobs]: (input: Jobs[Job]['input']) => Promise<Jobs[Job]['output']>;
};

/** Node would end with 1, which `unshare` says of a child that was killed from outside. */
const uncaughtExitCode = 70;
/** How often a child reports its memory where the parent cannot look it up. */
const memoryReportMs = 200;

/**
 * Serves jobs in a child process of an isolated pool, one at a time as the parent sends them, with the niceness that is its first
 * argument. The child ends when the parent is gone.
 */
export function serveJobs<Jobs extends JobTable>(handlers: JobHandlers<Jobs>): void {
  // What confines the child may have started it before the parent came to say so.
  giveWay(process.pid, Number(process.argv[2] ?? 0));
  process.once('disconnect', () => process.exit(0));
  process.once('uncaughtException', () => process.exit(uncaughtExitCode));
  process.on('message', (request: JobRequest) => {
    void answer(handlers, request).then((reply) => process.send?.(reply));
  });
  process.send?.({ kind: 'ready' });
  if (process.platform !== 'linux') {
    setInterval(
      () => process.send?.({ kind: 'memory', bytes: process.memoryUsage.rss() }),
      memoryReportMs,
    ).unref();
  }
}

async function answer<Jobs extends JobTable>(
  handlers: JobHandlers<Jobs>,
  { job, input }: JobRequest,
): Promise<JobReply> {
  try {
    const handler = handlers[job];
    if (handler === undefined) throw new Error(`there is no job "${job}"`);
    return { kind: 'value', value: await handler(input) };
  } catch (cause) {
    if (cause instanceof UndecodableError) return { kind: 'undecodable', reason: cause.reason };
    return { kind: 'internal', detail: String(cause instanceof Error ? cause.stack : cause) };
  }
}
