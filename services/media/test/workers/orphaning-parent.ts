import { createIsolatedPool } from '../../src/isolate/isolated-pool.ts';
import type { MisbehavingJobs } from './misbehaving-worker.ts';

/** Starts a child, tells its process id and waits to be killed. */
const pool = createIsolatedPool<MisbehavingJobs>({
  workerUrl: new URL('./misbehaving-worker.ts', import.meta.url),
});
await pool.run('inspect', undefined);
process.stdout.write(`${String(pool.pids()[0])}\n`);
await pool.run('wait', 60_000);
