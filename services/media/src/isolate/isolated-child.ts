import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { JobFailure, JobReply, JobRequest, JobResult } from './job-types.ts';
import { residentBytes } from './resident-memory.ts';

/** Limits of a child, checked while a job runs. */
export interface ChildLimits {
  readonly timeoutMs: number;
  readonly maxRssBytes: number;
}

/** A child process that has been started and takes one job at a time. */
export interface IsolatedChild {
  readonly pid: number | undefined;
  /** Runs a job; whatever happens to the child, the promise is fulfilled. After a failure other than `undecodable` the child is dead. */
  run(request: JobRequest, signal: AbortSignal | undefined): Promise<JobResult<unknown>>;
  /** False once it was killed or ended by itself. */
  isAlive(): boolean;
  residentBytes(): Promise<number | undefined>;
  /** Ends it; fulfilled when it is gone. */
  kill(): Promise<void>;
}

const memoryPollMs = 100;
/** JavaScript objects only; pixels live outside of the heap and count against the resident limit. */
const maxHeapMegabytes = 256;

/** Starts a child that runs `workerUrl`, with an empty environment but for what keeps its memory low. */
export function startChild(workerUrl: URL, limits: ChildLimits): IsolatedChild {
  const child = fork(fileURLToPath(workerUrl), {
    execArgv: [
      ...(workerUrl.pathname.endsWith('.ts') ? ['--conditions=source'] : []),
      `--max-old-space-size=${maxHeapMegabytes}`,
    ],
    // libvips spills large pictures to temporary files unless its threshold is above them; glibc keeps an arena a thread.
    env: {
      NODE_ENV: 'production',
      TZ: 'UTC',
      VIPS_DISC_THRESHOLD: '4g',
      MALLOC_ARENA_MAX: '2',
      VIPS_WARNING: '0',
    },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  let reportedBytes: number | undefined;
  child.on('message', (message: { kind?: string; bytes?: number }) => {
    if (message.kind === 'memory') reportedBytes = message.bytes;
  });
  // Without a listener a failed start would be an uncaught exception of the parent; `exit` or `close` tell the outcome.
  child.on('error', () => undefined);
  const resident = async (): Promise<number | undefined> =>
    (child.pid === undefined ? undefined : await residentBytes(child.pid)) ?? reportedBytes;
  const isAlive = (): boolean =>
    child.pid !== undefined && child.exitCode === null && child.signalCode === null;
  return {
    pid: child.pid,
    run: (request, signal) => runJob(child, request, { limits, signal, resident }),
    isAlive: () => isAlive() && child.connected,
    residentBytes: resident,
    kill: async () => {
      if (!isAlive()) return;
      const gone = new Promise<void>((resolve) =>
        child.once('exit', () => {
          resolve();
        }),
      );
      child.kill('SIGKILL');
      await gone;
    },
  };
}

interface JobConditions {
  readonly limits: ChildLimits;
  readonly signal: AbortSignal | undefined;
  readonly resident: () => Promise<number | undefined>;
}

function runJob(
  child: ChildProcess,
  request: JobRequest,
  conditions: JobConditions,
): Promise<JobResult<unknown>> {
  const { limits, signal, resident } = conditions;
  return new Promise((resolve) => {
    const watch = new AbortController();
    const settle = (result: JobResult<unknown>): void => {
      if (watch.signal.aborted) return;
      watch.abort();
      clearTimeout(deadline);
      clearInterval(memoryWatch);
      child.off('message', onMessage).off('exit', onExit).off('error', onError);
      signal?.removeEventListener('abort', onAbort);
      resolve(result);
    };
    const fail = (failure: JobFailure): void => {
      child.kill('SIGKILL');
      settle(failure);
    };
    const onMessage = (reply: JobReply | { readonly kind: 'memory' }): void => {
      if (reply.kind === 'value') settle({ ok: true, value: reply.value });
      if (reply.kind === 'undecodable') settle({ ok: false, code: 'undecodable', reason: reply.reason });
    };
    const onExit = (code: number | null, killedBy: NodeJS.Signals | null): void => {
      settle(crashed(code, killedBy));
    };
    const onError = (): void => {
      fail(crashed(null, null));
    };
    const onAbort = (): void => {
      fail({ ok: false, code: 'aborted', reason: 'the work was cancelled' });
    };
    const deadline = setTimeout(() => {
      fail(tooSlow(limits));
    }, limits.timeoutMs);
    const memoryWatch = setInterval(() => {
      void resident().then((bytes) => {
        if (bytes !== undefined && bytes > limits.maxRssBytes && !watch.signal.aborted)
          fail(tooLarge(limits));
      });
    }, memoryPollMs);
    child.on('message', onMessage).once('exit', onExit).once('error', onError);
    signal?.addEventListener('abort', onAbort, { once: true });
    child.send(request, (error) => {
      if (error !== null) onError();
    });
  });
}

function crashed(code: number | null, signal: NodeJS.Signals | null): JobFailure {
  const how = signal ?? (code === null ? 'no exit code' : `exit code ${code}`);
  return {
    ok: false,
    code: 'crashed',
    reason: `the file could not be decoded: the decoder crashed (${how})`,
  };
}

function tooSlow({ timeoutMs }: ChildLimits): JobFailure {
  return { ok: false, code: 'timeout', reason: `decoding took longer than ${timeoutMs / 1000} s` };
}

function tooLarge({ maxRssBytes }: ChildLimits): JobFailure {
  return {
    ok: false,
    code: 'memory',
    reason: `decoding needed more than ${Math.round(maxRssBytes / 2 ** 20)} MB`,
  };
}
