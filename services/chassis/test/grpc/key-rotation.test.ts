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
import { principalTokens } from '../../src/tokens/token-source.ts';
import { callOf } from './scratchpad.ts';
import { tokenKeys } from './token-keys.ts';

const script = fileURLToPath(new URL('scratchpad-process.ts', import.meta.url));
const children = new Set<ChildProcess>();
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
});

/** A server in a process of its own that takes tokens signed with these keys. */
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

it('a signing key is rotated under load, one process after the other, and no call fails', async () => {
  const [first, second] = [await tokenKeys('gateway'), await tokenKeys('gateway.2')];
  const both = [first.publicKey, second.publicKey];
  let servers = [await launch([first.publicKey]), await launch([first.publicKey])];
  const address = servers.map((server) => server.address).join(',');
  const connect = ({ privateKey }: typeof first) => {
    const tokens = principalTokens(createTokenSigner(privateKey, systemClock), systemClock);
    const channel = createChannel({ address, tokens, timeoutMs: 60_000 });
    return { channel, projects: channel.client(ProjectsServiceService) };
  };
  let caller = connect(first);
  const callers = [caller];
  const failures: unknown[] = [];
  let answered = 0;
  let isOver = false;
  const load = Array.from({ length: 20 }, async () => {
    while (!isOver) {
      const call = callOf({ deadline: new Date(Date.now() + 60_000) });
      await caller.projects.getProject(call, { projectId: 'wait:5' }).then(
        () => (answered += 1),
        (error: unknown) => failures.push(String(error)),
      );
    }
  });
  const someCalls = async (): Promise<void> => {
    const before = answered;
    await expect.poll(() => answered + failures.length).toBeGreaterThan(before + 500);
    // As long as callers wait at most before they connect again.
    await wait(2_500);
  };
  const replaceServers = async (keys: readonly JWK[]): Promise<void> => {
    for (const [place, server] of servers.entries()) {
      servers = servers.with(place, await server.replaceWith(keys));
      await someCalls();
    }
  };

  await someCalls();
  await replaceServers(both);
  caller = connect(second);
  callers.push(caller);
  await someCalls();
  await replaceServers([second.publicKey]);
  isOver = true;
  await Promise.all(load);
  for (const { channel } of callers) channel.close();
  expect(failures.slice(0, 5)).toEqual([]);
});
