import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listDescendants } from '@assay/test-kit/processes/descendants';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Confinement } from '../../src/isolate/confinement.ts';
import { createIsolatedPool } from '../../src/isolate/isolated-pool.ts';
import type { IsolatedPool, IsolatedPoolOptions } from '../../src/isolate/isolated-pool.ts';
import { consequenceOf } from '../../src/isolate/job-failures.ts';
import { listKinds } from './confinements.ts';
import type { MisbehavingJobs } from '../workers/misbehaving-worker.ts';
import type { SlowJobs } from '../workers/slow-worker.ts';

const workerUrl = new URL('../workers/misbehaving-worker.ts', import.meta.url);
const kinds = await listKinds();
const pools: IsolatedPool<MisbehavingJobs>[] = [];

function createPool(options: Omit<IsolatedPoolOptions, 'workerUrl'> = {}): IsolatedPool<MisbehavingJobs> {
  const pool = createIsolatedPool<MisbehavingJobs>({ workerUrl, ...options });
  pools.push(pool);
  return pool;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Returns the process of the only child. A signal to process 0 would reach the tests themselves. */
function onlyPid(pool: IsolatedPool<MisbehavingJobs>): number {
  const [pid] = pool.pids();
  if (pid === undefined) throw new Error('the pool has no child');
  return pid;
}

async function childOf(pool: IsolatedPool<MisbehavingJobs>): Promise<string> {
  const result = await pool.run('inspect', undefined);
  return result.ok ? result.value.child : '';
}

afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});

describe('isolated pool', () => {
  it('answers what the job answers, bytes and dates included', async () => {
    const value = { bytes: Uint8Array.of(1, 2, 3), at: new Date(0), nested: [null, 'text'] };
    expect(await createPool().run('echo', value)).toEqual({ ok: true, value });
  });

  it('gives children no environment of the parent and no right to write files', async () => {
    vi.stubEnv('ASSAY_SECRET', 'not for children');
    const result = await createPool().run('inspect', undefined);
    vi.unstubAllEnvs();
    expect(result).toMatchObject({ ok: true, value: { canWrite: false } });
    const environment = result.ok ? result.value.environment : {};
    expect(environment).not.toHaveProperty('ASSAY_SECRET');
    expect(environment['PATH']).toBe('/usr/sbin:/usr/bin:/sbin:/bin');
  });

  it('lets children give way to processes that serve requests, as far as it is asked', async () => {
    expect(await createPool().run('inspect', undefined)).toMatchObject({ value: { niceness: 10 } });
    const late = createPool({ niceness: 15 });
    expect(await late.run('inspect', undefined)).toMatchObject({ value: { niceness: 15 } });
  });

  describe('keeps a child to its file', () => {
    let folder: string;
    let listener: Server;
    let connections = 0;

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'assay-canaries-'));
      await writeFile(join(folder, 'own'), 'the file of the job');
      const picture = { width: 8, height: 8, channels: 3, background: 'red' } as const;
      await sharp({ create: picture }).toFile(join(folder, 'foreign.jpg'));
      listener = createServer(() => (connections += 1)).listen(0, '127.0.0.1');
      await once(listener, 'listening');
    });
    afterAll(async () => {
      listener.close();
      await rm(folder, { recursive: true });
    });

    const reach = async (confinement: Confinement) => {
      const target = { host: '127.0.0.1', port: (listener.address() as AddressInfo).port };
      const canaries = { foreignFile: join(folder, 'foreign.jpg'), listener: target };
      const pool = createPool({ confinement });
      const result = await pool.run('reach', { path: join(folder, 'own'), ...canaries });
      return result.ok ? result.value : result;
    };

    it.each(kinds.filter((kind) => kind !== 'permissions'))(
      'where the kernel allows %s: no other file, no network, no process, native code included',
      async (kind) => {
        const before = connections;
        expect(await reach({ kind, description: '' })).toEqual({
          content: 'the file of the job',
          foreignFile: 'ERR_ACCESS_DENIED',
          nativeForeignFile: expect.stringMatching(/missing|unsupported image format/u) as string,
          listener: expect.stringMatching(/ENETUNREACH|EPERM/u) as string,
          processes: 'ERR_ACCESS_DENIED',
        });
        expect(connections).toBe(before);
      },
    );

    it('elsewhere: no other file by way of Node', async () => {
      const confinement = { kind: 'permissions', description: '' } as const;
      expect(await reach(confinement)).toMatchObject({
        content: 'the file of the job',
        foreignFile: 'ERR_ACCESS_DENIED',
        processes: 'ERR_ACCESS_DENIED',
      });
    });

    it('and takes the file away after the job', async () => {
      const pool = createPool();
      const path = join(folder, 'own');
      const inputOf = async (): Promise<unknown> => {
        const result = await pool.run('echo', { path });
        return result.ok ? result.value : result;
      };
      const { path: seen } = (await inputOf()) as { path: string };
      expect(seen).not.toBe(path);
      await expect(readFile(seen)).rejects.toThrow('ENOENT');
      await pool.close();
      await expect(readdir(dirname(seen))).rejects.toThrow('ENOENT');
      expect(await readFile(path, 'utf8')).toBe('the file of the job');
    });
  });

  it('passes on why a file is refused, without paths, and keeps the child', async () => {
    const pool = createPool();
    const child = await childOf(pool);
    expect(await pool.run('refuse', 'no picture in /tmp/upload/secret.jpg\nstack')).toEqual({
      ok: false,
      code: 'undecodable',
      reason: 'the file could not be decoded: no picture in',
    });
    expect(await childOf(pool)).toBe(child);
  });

  it('does not take a fault of its own for a verdict on the file, and logs it', async () => {
    const warn = vi.fn();
    const pool = createPool({ logger: { warn } });
    const result = await pool.run('fail', 'x is not a function');
    expect(result).toMatchObject({
      ok: false,
      code: 'internal',
      reason: 'the file could not be read because of an internal error',
      detail: expect.stringContaining('x is not a function') as string,
    });
    expect(warn).toHaveBeenCalledOnce();
    expect(await pool.run('echo', 1)).toEqual({ ok: true, value: 1 });
  });

  it('does not count the start of a child as the time of its job', async () => {
    const slow = new URL('../workers/slow-worker.ts', import.meta.url);
    const pool = createIsolatedPool<SlowJobs>({ workerUrl: slow, timeoutMs: 3_000 });
    expect(await pool.run('echo', 1)).toEqual({ ok: true, value: 1 });
    await pool.close();
  });

  it('kills a job that is too slow, even one that blocks, and goes on with a new child', async () => {
    const pool = createPool({ timeoutMs: 4000 });
    const child = await childOf(pool);
    const pid = onlyPid(pool);
    expect(await pool.run('spin', undefined)).toEqual({
      ok: false,
      code: 'timeout',
      reason: 'decoding took longer than 4 s',
    });
    expect(await childOf(pool)).not.toBe(child);
    expect(isRunning(pid)).toBe(false);
  });

  it('kills a job whose native memory exceeds the limit', async () => {
    const pool = createPool({ maxRssBytes: 256 * 2 ** 20 });
    expect(await pool.run('swell', undefined)).toEqual({
      ok: false,
      code: 'memory',
      reason: 'decoding needed more than 256 MB',
    });
    expect(await pool.run('echo', 1)).toEqual({ ok: true, value: 1 });
  });

  it('fails only the job whose child crashes', async () => {
    const warn = vi.fn();
    const pool = createPool({ size: 2, logger: { warn } });
    const [exited, aborted, other] = await Promise.all([
      pool.run('exit', 3),
      pool.run('abort', undefined),
      pool.run('echo', 'unharmed'),
    ]);
    expect(exited).toMatchObject({
      ok: false,
      code: 'crashed',
      reason: 'the file could not be decoded: the decoder crashed',
      detail: 'exit code 3',
    });
    expect(aborted).toMatchObject({
      ok: false,
      code: 'crashed',
      // The first process of a namespace cannot be aborted, and breaks on the instruction after it.
      detail: expect.stringMatching(/SIGABRT|SIGSEGV/u) as string,
    });
    expect(other).toEqual({ ok: true, value: 'unharmed' });
    expect(warn).toHaveBeenCalledTimes(2);
  });

  it('takes a child that dies of an error which nobody caught for one that crashed', async () => {
    expect(await createPool().run('throwLate', undefined)).toMatchObject({
      ok: false,
      code: 'crashed',
      detail: 'exit code 70',
    });
  });

  it.each(kinds)(
    'says nothing about the file when whoever is killed from outside, confined by %s',
    async (kind) => {
      const warn = vi.fn();
      const pool = createPool({ confinement: { kind, description: '' }, logger: { warn } });
      await childOf(pool);
      const processes = kind === 'namespaces' ? 2 : 1;
      expect(await listDescendants(onlyPid(pool))).toHaveLength(processes - 1);
      for (let index = 0; index < processes; index += 1) {
        await childOf(pool);
        const pid = onlyPid(pool);
        const job = pool.run('wait', 60_000);
        process.kill([pid, ...(await listDescendants(pid))][index] ?? pid, 'SIGKILL');
        const result = await job;
        expect(result).toMatchObject({
          code: 'killed',
          reason: 'the file could not be read because of an internal error',
        });
        expect(result.ok || consequenceOf(result)).toBe('try again');
        expect(warn).toHaveBeenLastCalledWith(
          expect.objectContaining({ detail: 'the decoder was ended from outside: SIGKILL' }),
          'isolated job failed',
        );
        expect(await pool.run('echo', index)).toEqual({ ok: true, value: index });
      }
    },
  );

  it('runs as many jobs at a time as it has children', async () => {
    const pool = createPool({ size: 2 });
    await Promise.all([pool.run('echo', 1), pool.run('echo', 2)]);
    const results = await Promise.all(Array.from({ length: 6 }, () => pool.run('inspect', undefined)));
    const children = new Set(results.map((result) => (result.ok ? result.value.child : '')));
    expect(children.size).toBe(2);
    expect(pool.pids()).toHaveLength(2);
  });

  it('replaces a child after its number of jobs', async () => {
    const pool = createPool({ maxJobsPerChild: 2 });
    const children = [await childOf(pool), await childOf(pool), await childOf(pool)];
    expect(children[0]).toBe(children[1]);
    expect(children[2]).not.toBe(children[1]);
  });

  it('cancels a running and a waiting job', async () => {
    const pool = createPool();
    const cancel = new AbortController();
    const running = pool.run('wait', 60_000, { signal: cancel.signal });
    const waiting = pool.run('echo', 1, { signal: cancel.signal });
    const untouched = pool.run('echo', 2);
    cancel.abort();
    expect(await running).toMatchObject({ ok: false, code: 'aborted' });
    expect(await waiting).toMatchObject({ ok: false, code: 'aborted' });
    expect(await untouched).toEqual({ ok: true, value: 2 });
  });

  it('never gives a job to a child that is being killed', async () => {
    const pool = createPool({ maxRssBytes: 200 * 2 ** 20 });
    for (let round = 0; round < 4; round += 1) {
      const swollen = pool.run('swell', undefined);
      const next = pool.run('echo', round);
      expect(await swollen).toMatchObject({ ok: false, code: 'memory' });
      expect(await next).toEqual({ ok: true, value: round });
    }
  });

  it('ends every child and fails every job when it is closed', async () => {
    const pool = createPool();
    await childOf(pool);
    const pid = onlyPid(pool);
    const jobs = [pool.run('wait', 60_000), pool.run('echo', 1)];
    await pool.close();
    expect(await Promise.all(jobs)).toEqual(
      Array(2).fill({ ok: false, code: 'closed', reason: 'the service is shutting down' }),
    );
    expect(isRunning(pid)).toBe(false);
    expect(await pool.run('echo', 1)).toMatchObject({ ok: false, code: 'closed' });
  });

  it('leaves no child behind when the parent is killed', async () => {
    const script = fileURLToPath(new URL('../workers/orphaning-parent.ts', import.meta.url));
    const parent = spawn(process.execPath, ['--conditions=source', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];
    const pid = Number(line.toString());
    expect(isRunning(pid)).toBe(true);
    parent.kill('SIGKILL');
    await vi.waitFor(
      () => {
        expect(isRunning(pid)).toBe(false);
      },
      { timeout: 180_000 },
    );
  });

  it('fails the job when the worker cannot be started', async () => {
    const pool = createIsolatedPool<MisbehavingJobs>({
      workerUrl: new URL('../workers/absent.ts', import.meta.url),
    });
    expect(await pool.run('echo', 1)).toMatchObject({ ok: false, code: 'unstarted' });
    await pool.close();
  });
});
