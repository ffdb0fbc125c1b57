import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import type { Guardian } from './guardian.ts';

/** How to start one process. `kill` replaces SIGKILL where the process only stands for something else (a container). */
export interface LaunchPlan {
  readonly command: string;
  readonly args: readonly string[];
  readonly environment?: Record<string, string>;
  readonly workingDirectory?: string;
  readonly kill?: { command: string; args: readonly string[] };
}

export interface ProcessExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Set when the program could not be started at all. */
  readonly reason?: string;
}

export interface ProcessHandle {
  readonly pid: number | undefined;
  readonly exit: Promise<ProcessExit>;
  isRunning(): boolean;
  /** SIGTERM, then SIGKILL after the grace period. */
  stop(graceMs: number): Promise<ProcessExit>;
  kill(): Promise<ProcessExit>;
}

/** Starts a process of its own group, so that Ctrl-C in the terminal reaches only the one who stops it in order. */
export function launch(plan: LaunchPlan, logFile: string, guardian: Guardian): ProcessHandle {
  const log = openSync(logFile, 'a');
  const child = spawn(plan.command, plan.args, {
    detached: true,
    stdio: ['ignore', log, log],
    ...(plan.environment === undefined ? {} : { env: plan.environment }),
    ...(plan.workingDirectory === undefined ? {} : { cwd: plan.workingDirectory }),
  });
  closeSync(log);
  const { pid } = child;
  if (pid !== undefined) guardian.watch(pid);
  let running = true;
  const exit = new Promise<ProcessExit>((resolve) => {
    child.once('error', (error) => {
      running = false;
      resolve({ code: null, signal: null, reason: error.message });
    });
    child.once('exit', (code, signal) => {
      running = false;
      if (pid !== undefined) guardian.release(pid);
      resolve({ code, signal });
    });
  });
  const kill = async (): Promise<ProcessExit> => {
    if (running) forceEnd(plan, () => child.kill('SIGKILL'));
    return exit;
  };
  return {
    pid,
    exit,
    isRunning: () => running,
    kill,
    async stop(graceMs) {
      if (!running) return exit;
      child.kill('SIGTERM');
      const timer = setTimeout(() => void kill(), graceMs);
      return exit.finally(() => {
        clearTimeout(timer);
      });
    },
  };
}

function forceEnd(plan: LaunchPlan, sigkill: () => void): void {
  if (plan.kill === undefined) {
    sigkill();
    return;
  }
  spawn(plan.kill.command, plan.kill.args, { stdio: 'ignore' }).on('error', sigkill);
}
