import { spawn } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));

/** projects-files in a process of its own, as it is deployed. */
export interface OwnProcess {
  readonly uploadAddress: string | undefined;
  /** Bytes the kernel counts as resident. */
  residentBytes(): Promise<number>;
  /** SIGKILL: nothing is closed, nothing is finished. */
  kill(): Promise<void>;
  /** SIGTERM; resolves to the exit code. */
  stop(): Promise<number | null>;
}

/** Starts it and waits until it says that it has. @param flags further flags of Node.js */
export async function startProcess(
  environment: Readonly<Record<string, string>>,
  flags: readonly string[] = [],
): Promise<OwnProcess> {
  const child = spawn(process.execPath, [...flags, '--conditions=source', main], {
    env: { PATH: process.env['PATH'], ...environment, LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const uploadAddress = await started(child);
  child.stdout.resume();
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
    return child.exitCode;
  };
  return {
    uploadAddress,
    async residentBytes() {
      const status = await readFile(`/proc/${child.pid ?? 0}/status`, 'utf8');
      return Number(/^VmRSS:\s+(\d+) kB$/mu.exec(status)?.[1]) * 1_024;
    },
    kill: async () => {
      await end('SIGKILL');
    },
    stop: () => end('SIGTERM'),
  };
}

async function started(child: ChildProcessByStdio<null, Readable, null>): Promise<string | undefined> {
  let uploadAddress: string | undefined;
  for await (const line of createInterface({ input: child.stdout })) {
    const entry = JSON.parse(line) as { readonly msg: string; readonly uploadAddress?: string };
    uploadAddress = entry.uploadAddress ?? uploadAddress;
    if (entry.msg === 'started') return uploadAddress;
  }
  throw new Error('the process ended before it had started');
}
