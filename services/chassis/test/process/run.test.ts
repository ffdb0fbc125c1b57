import { fork } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const script = fileURLToPath(new URL('stubborn-program.ts', import.meta.url));

/** Sends SIGTERM to the program once it sent `message`, and returns its exit code and output. */
async function stopAfter(message: string, stage: string) {
  const options = { execArgv: ['--conditions=source'], silent: true };
  const child = fork(script, [stage], options);
  const said = child.stdout === null ? '' : text(child.stdout);
  child.on('message', (sent) => {
    if (sent === message) child.kill('SIGTERM');
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return { code, said: await said };
}

it('a process that exceeds its stop time is ended by force and logs an error', async () => {
  const { code, said } = await stopAfter('runs', 'stopping');
  expect(code).toBe(1);
  const lines = said.trim().split('\n');
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { level: 50, step: 'process', limitMs: 200, msg: 'a closing step exceeded its limit and was abandoned' },
  ]);
});

it('a process that gets SIGTERM while it starts ends at once', async () => {
  expect(await stopAfter('is up', 'starting')).toEqual({ code: 0, said: '' });
});
