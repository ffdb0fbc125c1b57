import { setTimeout as delay } from 'node:timers/promises';
import type { Guardian } from './guardian.ts';
import { lastErrorLine, logSize, readTail } from './log-tail.ts';
import { launch } from './process-handle.ts';
import type { LaunchPlan, ProcessExit, ProcessHandle } from './process-handle.ts';

const defaultGraceMs = 10_000;
const pollMs = 50;
const attemptMs = 2_000;

export interface ProcessDescription {
  /** As people call it, for messages. */
  readonly name: string;
  readonly plan: LaunchPlan;
  readonly logFile: string;
  readonly readyTimeoutMs: number;
  /** How long it may take to stop before it is killed; default 10 s. */
  readonly graceMs?: number;
  /** Rejects as long as the process does not answer. */
  readonly ready: (signal: AbortSignal) => Promise<void>;
}

export interface RestartableProcess {
  readonly name: string;
  readonly logFile: string;
  readonly pid: number | undefined;
  /** Stops the process when it runs, then starts it with the same plan and waits until it answers. */
  restart(): Promise<void>;
  /** SIGKILL. */
  kill(): Promise<void>;
  stop(graceMs?: number): Promise<void>;
  /** Called when the process ends without having been asked to. */
  onDeath(listener: (exit: ProcessExit) => void): void;
}

export class StartError extends Error {
  override readonly name = 'StartError';
  readonly logLines: readonly string[];
  constructor(message: string, logLines: readonly string[]) {
    super(message);
    this.logLines = logLines;
  }
}

/** @throws {StartError} when the process ends or does not answer within its time; nothing is left running then */
export async function startProcess(
  description: ProcessDescription,
  guardian: Guardian,
): Promise<RestartableProcess> {
  const listeners: ((exit: ProcessExit) => void)[] = [];
  const intended = new WeakSet<ProcessHandle>();
  const begin = async (): Promise<ProcessHandle> => {
    const started = await launchUntilReady(description, guardian);
    void started.exit.then((exit) => {
      if (!intended.has(started))
        listeners.forEach((listener) => {
          listener(exit);
        });
    });
    return started;
  };
  let handle = await begin();
  const { graceMs: usualGraceMs = defaultGraceMs } = description;
  const end = async (how: (current: ProcessHandle) => Promise<ProcessExit>): Promise<void> => {
    intended.add(handle);
    await how(handle);
  };
  return {
    name: description.name,
    logFile: description.logFile,
    get pid() {
      return handle.isRunning() ? handle.pid : undefined;
    },
    async restart() {
      await end(async (current) => current.stop(usualGraceMs));
      handle = await begin();
    },
    kill: async () => end(async (current) => current.kill()),
    stop: async (graceMs = usualGraceMs) => end(async (current) => current.stop(graceMs)),
    onDeath(listener) {
      listeners.push(listener);
    },
  };
}

async function launchUntilReady(description: ProcessDescription, guardian: Guardian): Promise<ProcessHandle> {
  const earlier = logSize(description.logFile);
  const handle = launch(description.plan, description.logFile, guardian);
  const waiting = new AbortController();
  const outcome = await Promise.race([
    pollUntilReady(description, waiting.signal),
    handle.exit.then((exit) => `stopped while starting (${describeExit(exit)})`),
  ]);
  waiting.abort();
  if (outcome === undefined) return handle;
  await handle.kill();
  const lines = readTail(description.logFile, earlier);
  const words = lastErrorLine(lines);
  const detail = words === undefined ? '' : `: ${words}`;
  throw new StartError(`${description.name} ${outcome}${detail} (log: ${description.logFile})`, lines);
}

/** Undefined when it answered, else what went wrong. */
async function pollUntilReady(
  { ready, readyTimeoutMs }: ProcessDescription,
  stopped: AbortSignal,
): Promise<string | undefined> {
  const deadline = AbortSignal.timeout(readyTimeoutMs);
  let lastError: unknown;
  while (!deadline.aborted && !stopped.aborted) {
    try {
      await ready(AbortSignal.any([deadline, stopped, AbortSignal.timeout(attemptMs)]));
      return undefined;
    } catch (error) {
      lastError = error;
      await delay(pollMs);
    }
  }
  const reason = lastError instanceof Error ? lastError.message : String(lastError);
  return `did not answer within ${String(Math.round(readyTimeoutMs / 1000))} s (${reason})`;
}

export function describeExit(exit: ProcessExit): string {
  if (exit.reason !== undefined) return exit.reason;
  return exit.signal === null ? `exit code ${String(exit.code)}` : `signal ${exit.signal}`;
}
