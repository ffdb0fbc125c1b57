import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createTestPlatform } from '@assay/test-kit/test-platform';
import { expect, it } from 'vitest';
import { guest, guestToken, guestTokenSha256 } from '../credentials.ts';
import { startSampleServices } from '../sample-services.ts';
import { gatewayEnvironment } from '../start-gateway.ts';

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/** Starts the gateway in a process of its own with the most detailed log, and returns its address and the lines of its log. */
async function startProcess(environment: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, ['--conditions=source', main], {
    env: { PATH: process.env['PATH'], ...environment, LOG_LEVEL: 'trace' },
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
  return { baseUrl: `http://${address}`, log, stop };
}

it('the most detailed log names a guest by its id, and has neither its token nor the hash of it', async () => {
  const platform = createTestPlatform();
  const services = await startSampleServices(platform);
  const { baseUrl, log, stop } = await startProcess(gatewayEnvironment(platform, services.address));
  const headers = { authorization: `Bearer ${guestToken}`, connection: 'close' };
  const bad = { ...headers, authorization: `Bearer ${guestToken.slice(0, -1)}x` };
  expect((await fetch(`${baseUrl}/v2/worker/profile`, { headers })).status).toBe(200);
  expect((await fetch(`${baseUrl}/v2/projects`, { headers })).status).toBe(401);
  expect((await fetch(`${baseUrl}/v2/worker/profile`, { headers: bad })).status).toBe(401);
  await services.stop();
  expect((await fetch(`${baseUrl}/v2/worker/profile`, { headers: bad })).status).toBeGreaterThanOrEqual(401);
  await stop();
  const text = log.join('\n');
  expect(text).toContain(guest.guestId);
  expect(text).not.toContain(guestToken.slice(0, -1));
  expect(text).not.toContain(guestTokenSha256);
});
