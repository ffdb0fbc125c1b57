import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ProjectsServiceService } from '@assay/proto/projects/v1/projects_service';
import type { JWK } from 'jose';
import { afterAll, expect, it } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { createChannel } from '../../src/grpc/client.ts';
import { createTokenSigner } from '../../src/tokens/internal-token.ts';
import { firstGeneration, nextGeneration, signingCredential } from '../../src/tokens/secret-generations.ts';
import { principalTokens } from '../../src/tokens/token-source.ts';
import { buildCall } from './scratchpad.ts';

const script = fileURLToPath(new URL('scratchpad-process.ts', import.meta.url));
const children = new Set<ChildProcess>();
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
});

/** Launches a server in a separate process that accepts tokens signed with these keys. */
async function launch(keys: readonly JWK[], port = 0) {
  const child = fork(script, [JSON.stringify(keys), String(port)], { execArgv: ['--conditions=source'] });
  children.add(child);
  const [address] = (await once(child, 'message')) as [string];
  return {
    address,
    async replaceWith(next: readonly JWK[]) {
      child.kill('SIGTERM');
      await once(child, 'exit');
      children.delete(child);
      return launch(next, Number(address.split(':')[1]));
    },
  };
}

it('signing keys are rotated twice under load, one process after the other, and no call fails', async () => {
  const published = { key: 'INTERNAL_TOKEN_JWKS', includesCurrent: true };
  const credentials = [signingCredential('gateway.INTERNAL_TOKEN_KEY', 'gateway', published)];
  let secret = firstGeneration(credentials);
  const publicKeys = (): readonly JWK[] =>
    (JSON.parse(secret['INTERNAL_TOKEN_JWKS'] ?? '') as { keys: JWK[] }).keys;
  let servers = [await launch(publicKeys()), await launch(publicKeys())];
  const address = servers.map((server) => server.address).join(',');
  const connect = () => {
    const key = JSON.parse(secret['gateway.INTERNAL_TOKEN_KEY'] ?? '') as JWK & { kid: string };
    const tokens = principalTokens(createTokenSigner(key, systemClock), systemClock);
    const channel = createChannel({ address, tokens, timeoutMs: 60_000 });
    return { channel, projects: channel.client(ProjectsServiceService) };
  };
  let caller = connect();
  const callers = [caller];
  const failures: unknown[] = [];
  let answered = 0;
  let isOver = false;
  const load = Array.from({ length: 20 }, async () => {
    while (!isOver) {
      const call = buildCall({ deadline: new Date(Date.now() + 60_000) });
      await caller.projects.getProject(call, { projectId: 'wait:5' }).then(
        () => (answered += 1),
        (error: unknown) => failures.push(String(error)),
      );
    }
  });
  const someCalls = async (): Promise<void> => {
    const before = answered;
    await expect.poll(() => answered + failures.length).toBeGreaterThan(before + 500);
    // The maximum delay before clients reconnect.
    await wait(2_500);
  };
  const replaceServer = async (place: 0 | 1): Promise<void> => {
    const [replaced] = servers.slice(place);
    if (replaced !== undefined) servers = servers.with(place, await replaced.replaceWith(publicKeys()));
    await someCalls();
  };

  await someCalls();
  for (let rotation = 1; rotation <= 2; rotation += 1) {
    secret = nextGeneration(credentials, secret).entries;
    await replaceServer(0);
    // The other server knows the new key as the next one of its older Secret.
    caller = connect();
    callers.push(caller);
    await someCalls();
    await replaceServer(1);
  }
  isOver = true;
  await Promise.all(load);
  for (const { channel } of callers) channel.close();
  expect(publicKeys().map(({ kid }) => kid)).toEqual(['gateway.2', 'gateway.3', 'gateway.4']);
  expect(failures.slice(0, 5)).toEqual([]);
});
