import { fork } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const script = fileURLToPath(new URL('stubborn-program.ts', import.meta.url));

/** Its exit code and what it said, when it is told to stop once it sent `message`. */
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

it('a process that does not end in its time is ended by force, which is an error in its log', async () => {
  const { code, said } = await stopAfter('runs', 'stopping');
  expect(code).toBe(1);
  const lines = said.trim().split('\n');
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { level: 50, step: 'process', limitMs: 200, msg: 'stopping took too long and is not waited for' },
  ]);
});

it('a process that is told to stop while it starts ends at once', async () => {
  expect(await stopAfter('is up', 'starting')).toEqual({ code: 0, said: '' });
});
