import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createIsolatedPool } from '../src/isolate/isolated-pool.ts';
import type { IsolatedPool, IsolatedPoolOptions } from '../src/isolate/isolated-pool.ts';
import type { MisbehavingJobs } from './workers/misbehaving-worker.ts';

const workerUrl = new URL('./workers/misbehaving-worker.ts', import.meta.url);
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

async function childPid(pool: IsolatedPool<MisbehavingJobs>): Promise<number> {
  const result = await pool.run('inspect', undefined);
  return result.ok ? result.value.pid : 0;
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
    expect(result.ok && result.value.environment).not.toContain('ASSAY_SECRET');
    expect(result.ok && result.value.environment).not.toContain('PATH');
  });

  it('passes on why a file is refused, without paths, and keeps the child', async () => {
    const pool = createPool();
    const pid = await childPid(pool);
    expect(await pool.run('refuse', 'no picture in /tmp/upload/secret.jpg\nstack')).toEqual({
      ok: false,
      code: 'undecodable',
      reason: 'the file could not be decoded: no picture in',
    });
    expect(await childPid(pool)).toBe(pid);
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

  it('kills a job that is too slow, even one that blocks, and goes on with a new child', async () => {
    const pool = createPool({ timeoutMs: 4000 });
    const pid = await childPid(pool);
    expect(await pool.run('spin', undefined)).toEqual({
      ok: false,
      code: 'timeout',
      reason: 'decoding took longer than 4 s',
    });
    expect(await childPid(pool)).not.toBe(pid);
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
      reason: expect.stringContaining('exit code 3') as string,
    });
    expect(aborted).toMatchObject({
      ok: false,
      code: 'crashed',
      reason: expect.stringContaining('SIGABRT') as string,
    });
    expect(other).toEqual({ ok: true, value: 'unharmed' });
    expect(warn).toHaveBeenCalledTimes(2);
  });

  it('runs as many jobs at a time as it has children', async () => {
    const pool = createPool({ size: 2 });
    await Promise.all([pool.run('echo', 1), pool.run('echo', 2)]);
    const results = await Promise.all(Array.from({ length: 6 }, () => pool.run('inspect', undefined)));
    const pids = new Set(results.map((result) => (result.ok ? result.value.pid : 0)));
    expect(pids.size).toBe(2);
    expect(pool.pids()).toHaveLength(2);
  });

  it('replaces a child after its number of jobs', async () => {
    const pool = createPool({ maxJobsPerChild: 2 });
    const pids = [await childPid(pool), await childPid(pool), await childPid(pool)];
    expect(pids[0]).toBe(pids[1]);
    expect(pids[2]).not.toBe(pids[1]);
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
    const pid = await childPid(pool);
    const jobs = [pool.run('wait', 60_000), pool.run('echo', 1)];
    await pool.close();
    expect(await Promise.all(jobs)).toEqual(
      Array(2).fill({ ok: false, code: 'closed', reason: 'the service is shutting down' }),
    );
    expect(isRunning(pid)).toBe(false);
    expect(await pool.run('echo', 1)).toMatchObject({ ok: false, code: 'closed' });
  });

  it('leaves no child behind when the parent is killed', async () => {
    const script = fileURLToPath(new URL('./workers/orphaning-parent.ts', import.meta.url));
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
      workerUrl: new URL('./workers/absent.ts', import.meta.url),
    });
    expect(await pool.run('echo', 1)).toMatchObject({ ok: false, code: 'crashed' });
    await pool.close();
  });
});
