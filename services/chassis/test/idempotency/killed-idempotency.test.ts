import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../src/ids.ts';
import { keyed, startNotebooks } from './notebooks.ts';

let notebooks: Awaited<ReturnType<typeof startNotebooks>>;
beforeAll(async () => {
  notebooks = await startNotebooks();
});
afterAll(() => notebooks.stop());

it('a process killed between its write and its answer blocks the key until its lease ends; the repetition then finds the written note', async () => {
  const { one, other, clock, environment, notesNamed } = notebooks;
  const script = fileURLToPath(new URL('mortal-notebook.ts', import.meta.url));
  const child = fork(script, { env: { ...environment }, execArgv: ['--conditions=source'] });
  const exit = once(child, 'exit');
  const [{ grpcAddress }] = (await once(child, 'message')) as [{ grpcAddress: string }];
  const written = once(child, 'message');
  const call = keyed();
  const name = newId();
  const dying = catchRefusal(notebooks.connect(grpcAddress)(call, name));
  await written;
  child.kill('SIGKILL');
  await exit;
  expect(await dying).toMatchObject({ status: 'UNAVAILABLE' });

  const early = await catchRefusal(one(call, name));
  expect(early).toMatchObject({ status: 'ABORTED', reason: 'IDEMPOTENCY_CONFLICT' });
  clock.advance(60_000);
  expect(await one(call, name)).toMatchObject({ isReplay: false });
  expect(await notesNamed(name)).toBe(1);
  expect(await other(call, name)).toMatchObject({ isReplay: true });
});
