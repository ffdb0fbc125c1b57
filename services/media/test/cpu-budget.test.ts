import { afterAll, expect, it } from 'vitest';
import { createIsolatedPool } from '../src/isolate/isolated-pool.ts';
import { consequenceOf } from '../src/isolate/job-failures.ts';
import type { MisbehavingJobs } from './workers/misbehaving-worker.ts';

const workerUrl = new URL('./workers/misbehaving-worker.ts', import.meta.url);
const pool = createIsolatedPool<MisbehavingJobs>({ workerUrl });
afterAll(() => pool.close());

it('kills a job that uses up the processor time of its file, which all its jobs share', async () => {
  const cpu = { leftMs: 300 };
  expect(await pool.run('wait', 400, { cpu })).toEqual({ ok: true, value: 400 });
  expect(cpu.leftMs).toBeGreaterThan(0);
  expect(await pool.run('spin', undefined, { cpu })).toMatchObject({ ok: false, code: 'cpu' });
  expect(cpu.leftMs).toBeLessThanOrEqual(0);
  expect(await pool.run('spin', undefined, { cpu })).toMatchObject({ ok: false, code: 'cpu' });
  expect(consequenceOf({ code: 'cpu' })).toBe('verdict');
});
