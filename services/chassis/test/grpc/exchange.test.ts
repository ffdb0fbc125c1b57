import { getEventListeners } from 'node:events';
import { ProjectsServiceService } from '@assay/proto/projects/v1/projects_service';
import { CatalogServiceService } from '@assay/proto/catalog/v1/catalog_service';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { createChannel } from '../../src/grpc/client.ts';
import type { Channel, TypedClient } from '../../src/grpc/client.ts';
import { createTokenSigner } from '../../src/tokens/internal-token.ts';
import { principalTokens } from '../../src/tokens/token-source.ts';
import type { TokenSource } from '../../src/tokens/token-source.ts';
import { buildCall, startScratchpad } from './scratchpad.ts';
import type { Scratchpad } from './scratchpad.ts';
import { tokenKeys } from './token-keys.ts';

const mebibyte = 1024 * 1024;
let scratchpad: Scratchpad;
let tokens: TokenSource;
let channel: Channel;
let projects: TypedClient<ProjectsServiceService>;

beforeAll(async () => {
  const { privateKey, publicKey } = await tokenKeys('gateway');
  tokens = principalTokens(createTokenSigner(privateKey, systemClock), systemClock);
  scratchpad = await startScratchpad({ publicKey });
  channel = createChannel({ address: scratchpad.address, tokens });
  projects = channel.client(ProjectsServiceService);
});
afterAll(async () => {
  channel.close();
  await scratchpad.stop();
});

const get = (projectId: string, over: Parameters<typeof buildCall>[0] = {}) =>
  projects.getProject(buildCall(over), { projectId });
const measure = (text: string) => get(`measure:${text}`);
const inMs = (ms: number): Date => new Date(Date.now() + ms);

describe('a call', () => {
  it('gets its own answer among 1,000 concurrent calls', async () => {
    const ids = Array.from({ length: 1_000 }, (_, index) => `project-${index}`);
    const answers = await Promise.all(ids.map((id) => get(id)));
    expect(answers.map(({ project }) => project?.id)).toEqual(ids);
  });

  it('fails alone while other calls succeed', async () => {
    const [refused, answered] = await Promise.allSettled([get('refuse'), get('a')]);
    expect(refused).toMatchObject({ reason: { reason: 'INVALID_FIELD', details: { field: 'projectId' } } });
    expect(answered.status).toBe('fulfilled');
  });

  it('of an rpc the server does not have is UNIMPLEMENTED', async () => {
    const catalog = channel.client(CatalogServiceService);
    expect(await catchRefusal(catalog.listPipelines(buildCall(), {}))).toMatchObject({
      status: 'UNIMPLEMENTED',
    });
  });

  it('carries up to 16 MiB each way; larger calls are refused while others continue', async () => {
    const { project } = await measure('n'.repeat(15 * mebibyte));
    expect(project?.description).toBe(String(15 * mebibyte));
    expect((await get(`size:${15 * mebibyte}`)).project?.description).toHaveLength(15 * mebibyte);
    const tooLarge = { status: 'RESOURCE_EXHAUSTED' };
    const [tooLong, tooMuch, small] = await Promise.all([
      catchRefusal(measure('n'.repeat(17 * mebibyte))),
      catchRefusal(get(`size:${17 * mebibyte}`)),
      get('a'),
    ]);
    expect([tooLong, tooMuch]).toMatchObject([tooLarge, tooLarge]);
    expect(small.project?.id).toBe('a');
  });

  it('does not wait for a long answer that is sent at the same time', async () => {
    const order: string[] = [];
    const long = get(`size:${15 * mebibyte}`).then(() => order.push('long'));
    const short = get('short').then(() => order.push('short'));
    await Promise.all([long, short]);
    expect(order).toEqual(['short', 'long']);
  });
});

describe('a client that no longer needs the answer', () => {
  it('gets DEADLINE_EXCEEDED at its deadline, and the handler is aborted', async () => {
    const startedAt = performance.now();
    const call = catchRefusal(get('hang-deadline', { deadline: inMs(1_000) }));
    await expect.poll(() => scratchpad.hanging.has('hang-deadline')).toBe(true);
    const { signal } = scratchpad.hanging.get('hang-deadline') ?? {};
    expect(await call).toMatchObject({ status: 'DEADLINE_EXCEEDED' });
    // Well before the default timeout of a call.
    expect(performance.now() - startedAt).toBeLessThan(20_000);
    await expect.poll(() => signal?.reason as unknown).toMatchObject({ status: 'CANCELLED' });
  });

  it('gets CANCELLED at once when it cancels, and the handler is aborted', async () => {
    const abort = new AbortController();
    const call = catchRefusal(get('hang-cancel', { signal: abort.signal }));
    await expect.poll(() => scratchpad.hanging.has('hang-cancel')).toBe(true);
    abort.abort();
    expect(await call).toMatchObject({ status: 'CANCELLED' });
    const { signal } = scratchpad.hanging.get('hang-cancel') ?? {};
    await expect.poll(() => signal?.aborted).toBe(true);
  });

  it('never reaches the server when it cancelled, or its deadline passed, before the call', async () => {
    const gone = { signal: AbortSignal.abort() };
    expect(await catchRefusal(get('hang-gone', gone))).toMatchObject({ status: 'CANCELLED' });
    const past = { deadline: inMs(-1) };
    expect(await catchRefusal(get('hang-past', past))).toMatchObject({ status: 'DEADLINE_EXCEEDED' });
    await get('a');
    expect([...scratchpad.hanging.keys()]).not.toContain('hang-gone');
    expect([...scratchpad.hanging.keys()]).not.toContain('hang-past');
  });

  it('gets CANCELLED when its channel was closed, also for every later call', async () => {
    const own = createChannel({ address: scratchpad.address, tokens });
    const client = own.client(ProjectsServiceService);
    const call = catchRefusal(client.getProject(buildCall(), { projectId: 'hang-close' }));
    await expect.poll(() => scratchpad.hanging.has('hang-close')).toBe(true);
    own.close();
    expect(await call).toMatchObject({ status: 'CANCELLED' });
    const later = catchRefusal(client.getProject(buildCall(), { projectId: 'a' }));
    expect(await later).toMatchObject({ status: 'CANCELLED' });
    const { signal } = scratchpad.hanging.get('hang-close') ?? {};
    await expect.poll(() => signal?.aborted).toBe(true);
  });
});

it('5,000 calls (answered, refused, late and cancelled) leave no listener and no timer behind', async () => {
  const abort = new AbortController();
  const timers = (): number =>
    process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;
  await get('a');
  const timersBefore = timers();
  for (let round = 0; round < 10; round += 1) {
    const calls = Array.from({ length: 500 }, (_, index) => {
      const id = ['a', 'refuse', 'hang-leak', 'b'][index % 4] ?? 'a';
      return get(id, { signal: abort.signal, deadline: inMs(id === 'hang-leak' ? 20 : 5_000) });
    });
    await Promise.allSettled(calls);
  }
  expect(getEventListeners(abort.signal, 'abort')).toHaveLength(0);
  await expect.poll(timers).toBeLessThanOrEqual(timersBefore + 2);
});
