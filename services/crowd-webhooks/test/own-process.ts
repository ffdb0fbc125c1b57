import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));

/** The service in its own process, as it is deployed, with the most detailed log. */
export interface OwnProcess {
  readonly grpcAddress: string | undefined;
  /** All lines of the log so far. */
  readonly log: readonly string[];
  /** Sends SIGKILL: nothing is closed. */
  kill(): Promise<void>;
}

/** Starts the service and waits until its log says `started`. */
export async function startProcess(environment: Readonly<Record<string, string>>): Promise<OwnProcess> {
  const child = spawn(process.execPath, ['--conditions=source', main], {
    env: { PATH: process.env['PATH'], ...environment, LOG_LEVEL: 'trace' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const log: string[] = [];
  const lines = createInterface({ input: child.stdout });
  const started = new Promise<string | undefined>((resolve, reject) => {
    lines.on('line', (line) => {
      log.push(line);
      const { msg, grpcAddress } = JSON.parse(line) as { msg?: string; grpcAddress?: string };
      if (msg === 'started') resolve(grpcAddress);
    });
    lines.on('close', () => {
      reject(new Error(`the process ended before it had started: ${log.at(-1) ?? ''}`));
    });
  });
  return {
    grpcAddress: await started,
    log,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}
