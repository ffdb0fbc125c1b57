import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));

/** Starts the gateway in a process of its own, and returns its address, its id and the lines of its log. The log level must be at least `info`. */
export async function startProcess(environment: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, ['--conditions=source', main], {
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const log: string[] = [];
  const address = await new Promise<string>((resolve, reject) => {
    const lines = createInterface({ input: child.stdout });
    lines.on('line', (line) => {
      log.push(line);
      const { msg, httpAddress } = JSON.parse(line) as { msg?: string; httpAddress?: string };
      if (msg === 'started') resolve(httpAddress ?? '');
    });
    lines.on('close', () => {
      reject(new Error(`the process ended: ${log.at(-1) ?? ''}`));
    });
  });
  const stop = async () => {
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await exited;
  };
  return { baseUrl: `http://${address}`, pid: child.pid ?? 0, log, stop };
}
