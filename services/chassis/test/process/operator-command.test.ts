import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { servers, uniqueName } from '../servers.ts';

const script = fileURLToPath(new URL('../events/dead-letters-command.ts', import.meta.url));
const environment = {
  MONGODB_URI: servers.mongodb.uri,
  MONGODB_DATABASE: uniqueName(),
  NATS_URL: servers.nats.url,
};

/** Runs a command as a separate process, like an operator. */
async function run(env: Record<string, string>, ...args: readonly string[]) {
  const child = spawn(process.execPath, ['--conditions=source', script, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  return { said, code: code as number };
}

describe("an operator's command", () => {
  it('exits with 78 and names the missing variables', async () => {
    const { NATS_URL: _, ...withoutNats } = environment;
    expect(await run({})).toEqual({
      said: 'test-dead-letters: MONGODB_URI is missing\nMONGODB_DATABASE is missing\n',
      code: 78,
    });
    expect(await run(withoutNats)).toEqual({ said: 'test-dead-letters: NATS_URL is missing\n', code: 78 });
  });

  it('exits with 1 and one line when it fails, and closes its connections', async () => {
    const { said, code } = await run(environment, 'burn');
    expect([said, code]).toEqual([expect.stringMatching(/^test-dead-letters: usage: .*\n$/u), 1]);
  });

  it('exits with 1 and one line when the database is unavailable', async () => {
    const { said, code } = await run({ ...environment, MONGODB_URI: 'mongodb://127.0.0.1:1' });
    expect([said, code]).toEqual([expect.stringMatching(/^test-dead-letters: no MongoDB server .*\n$/u), 1]);
  });
});
