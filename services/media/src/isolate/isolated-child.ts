import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { on, once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createChildFolder } from './child-folder.ts';
import { confinedCommand, workerEnd } from './confinement.ts';
import type { Confinement } from './confinement.ts';
import { watchCpu } from './cpu-budget.ts';
import type { CpuBudget, CpuWatch } from './cpu-budget.ts';
import { giveWay } from './give-way.ts';
import {
  aborted,
  answered,
  died,
  endOf,
  internal,
  killed,
  tooExpensive,
  tooLarge,
  tooSlow,
  unstarted,
} from './job-failures.ts';
import type { ChildMessage, JobFailure, JobRequest, JobResult } from './job-types.ts';
import { pollLimit } from './poll-limit.ts';
import { residentBytes } from './resident-memory.ts';
import { toolPath } from './system-paths.ts';
import { awaitTimeLimit } from './time-limit.ts';

/** Limits of a child; its memory is checked while a job runs. */
export interface ChildLimits {
  /** How far it gives way to other processes, 0 to 19. */
  readonly niceness: number;
  readonly maxRssBytes: number;
}

/** Limits of one job. */
export interface JobLimits {
  /** See {@link awaitTimeLimit}. */
  readonly timeoutMs: number;
  readonly cpu: CpuBudget | undefined;
}

/** A child process that has been started and takes one job at a time. */
export interface IsolatedChild {
  readonly pid: number | undefined;
  /** Runs a job; whatever happens to the child, the promise is fulfilled. The child sees the file that the input names as `path`, or those of the list `paths` and of the record `beside`. The time of the job begins once the child takes jobs. After a failure other than `undecodable` and `internal` the child is dead. */
  run(request: JobRequest, signal: AbortSignal, limits: JobLimits): Promise<JobResult<unknown>>;
  /** False once it was killed or ended by itself. */
  isAlive(): boolean;
  residentBytes(): number | undefined;
  /** Ends it; fulfilled when it is gone. */
  kill(): Promise<void>;
}

/** A machine that is busy with other things may need long for what takes a child half a second elsewhere. */
const startTimeoutMs = 60_000;
/** JavaScript objects only; pixels live outside of the heap and count against the resident limit. */
const maxHeapMegabytes = 256;

/**
 * All that a child knows of its parent's environment is where tools are, as everywhere; the rest keeps its memory low: libvips
 * spills large pictures to temporary files unless its threshold lies above them, and glibc keeps an arena a thread.
 */
const environment = {
  PATH: toolPath,
  NODE_ENV: 'production',
  TZ: 'UTC',
  // Landlock refuses the configuration of the system, which Node would take for an error.
  OPENSSL_CONF: '/dev/null',
  VIPS_DISC_THRESHOLD: '4g',
  MALLOC_ARENA_MAX: '2',
};

/**
 * Starts a child that runs `workerUrl`. It writes no file, starts no process and no
 * thread by way of Node, and reads the program and the folder in which its parent puts the file of a job.
 */
export async function startChild(
  workerUrl: URL,
  confinement: Confinement,
  limits: ChildLimits,
): Promise<IsolatedChild> {
  const folder = await createChildFolder();
  const conditions = workerUrl.pathname.endsWith('.ts') ? ['--conditions=source'] : [];
  const program = [fileURLToPath(workerUrl), limits.niceness.toString()];
  const nodeArgs = [...conditions, `--max-old-space-size=${maxHeapMegabytes}`, ...program];
  const { file, args } = confinedCommand(confinement, { workerUrl, folder }, nodeArgs);
  const child = spawn(file, args, {
    env: environment,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  giveWay(child.pid, limits.niceness);
  const gone = once(child, 'exit')
    .catch(() => undefined)
    .then(() => folder.remove());
  let reportedBytes: number | undefined;
  const ready = new Promise<void>((resolve) => {
    child.on('message', (message: ChildMessage) => {
      if (message.kind === 'memory') reportedBytes = message.bytes;
      if (message.kind === 'ready') resolve();
    });
  });
  // Without a listener a failed start would be an uncaught exception of the parent; the running job has a listener of its own.
  child.on('error', () => undefined);
  const resident = (): number | undefined =>
    (child.pid === undefined ? undefined : residentBytes(child.pid)) ?? reportedBytes;
  return {
    pid: child.pid,
    async run(request, signal, jobLimits) {
      const given = await folder.putFiles(request);
      if (given === undefined) return unstarted('the file cannot be put into the folder of the child');
      const failure = await awaitStart(child, ready, signal);
      if (failure !== undefined) return failure;
      const cpu = watchCpu(jobLimits.cpu, child.pid);
      const conditions = { confinement, limits, signal, timeoutMs: jobLimits.timeoutMs, resident, cpu };
      const result = await runJob(child, given, conditions);
      await folder.clear();
      return result;
    },
    isAlive: () => isRunning(child) && child.connected && !child.killed,
    residentBytes: resident,
    kill: async () => {
      child.kill('SIGKILL');
      await gone;
    },
  };
}

/** Undefined once the child takes jobs. How long that takes says nothing about its first job, whose time begins then. */
async function awaitStart(
  child: ChildProcess,
  ready: Promise<void>,
  signal: AbortSignal,
): Promise<JobFailure | undefined> {
  if (!isRunning(child)) return unstarted('it ended at once');
  const over = new AbortController();
  const options = { signal: over.signal };
  const failure = await Promise.race([
    ready,
    once(child, 'exit', options).then(([code, killer]: unknown[]) => unstarted(endOf({ code, killer }))),
    once(signal, 'abort', options).then(() => aborted),
    delay(startTimeoutMs, undefined, options).then(() => unstarted(`after ${startTimeoutMs} ms`)),
  ]).catch((error: unknown) => unstarted(String(error)));
  over.abort();
  if (failure === undefined) return undefined;
  child.kill('SIGKILL');
  return failure;
}

function isRunning(child: ChildProcess): boolean {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null;
}

interface JobConditions {
  readonly confinement: Confinement;
  readonly limits: ChildLimits;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  readonly resident: () => number | undefined;
  readonly cpu: CpuWatch;
}

/** Races the child's answer against its end, the limits and the caller; whoever is not the answer costs the child its life. */
async function runJob(
  child: ChildProcess,
  request: JobRequest,
  { confinement, limits, signal, timeoutMs, resident, cpu }: JobConditions,
): Promise<JobResult<unknown>> {
  const over = new AbortController();
  const options = { signal: over.signal };
  const result = await Promise.race([
    answerOf(child, request, over.signal),
    once(child, 'exit', options).then(([code, killer]: unknown[]) =>
      died(workerEnd(confinement, { code, killer })),
    ),
    once(signal, 'abort', options).then(() => aborted),
    awaitTimeLimit(cpu, timeoutMs, over.signal).then(() => tooSlow(timeoutMs)),
    pollLimit(() => (resident() ?? 0) > limits.maxRssBytes, over.signal).then(() =>
      tooLarge(limits.maxRssBytes),
    ),
    pollLimit(() => cpu.isOver(), over.signal).then(() => tooExpensive),
  ]).catch((error: unknown) => killed(String(error)));
  over.abort();
  cpu.charge();
  if (!result.ok && !answered.includes(result.code)) child.kill('SIGKILL');
  return result;
}

/** The child runs `serveJobs`, which sends nothing but these messages. */
async function answerOf(
  child: ChildProcess,
  request: JobRequest,
  signal: AbortSignal,
): Promise<JobResult<unknown>> {
  const messages = on(child, 'message', { signal }) as AsyncIterable<[ChildMessage]>;
  const unsent = await new Promise<Error | null>((resolve) => {
    child.send(request, resolve);
  });
  if (unsent !== null) return unstarted(unsent.message);
  for await (const [message] of messages) {
    if (message.kind === 'value') return { ok: true, value: message.value };
    if (message.kind === 'internal') return { ...internal, detail: message.detail };
    if (message.kind === 'undecodable') return { ok: false, code: 'undecodable', reason: message.reason };
  }
  throw new Error('the channel to the child ended');
}
