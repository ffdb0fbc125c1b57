import { afterAll, describe, expect, it } from 'vitest';
import { startAdmin } from '../../src/process/admin.ts';
import { createRuntime } from '../../src/process/runtime.ts';

const runtime = createRuntime('admin-test', { logLevel: 'silent' });
const address = await startAdmin(runtime, { host: '127.0.0.1', port: 0 });
const get = (path: string): Promise<Response> => fetch(`http://${address}${path}`);

afterAll(() => runtime.lifecycle.stop());

describe('the admin port', () => {
  it('serves metrics with the name of the process', async () => {
    expect(await (await get('/metrics')).text()).toContain('process_cpu_seconds_total{process="admin-test"}');
  });

  it('is alive and not ready while a part has a problem', async () => {
    let problem: string | undefined = 'is unavailable';
    runtime.readiness.add('part', () => problem);
    expect((await get('/healthz')).status).toBe(200);
    const notReady = await get('/readyz');
    expect([notReady.status, await notReady.json()]).toEqual([
      503,
      { ready: false, problems: { part: 'is unavailable' } },
    ]);
    problem = undefined;
    expect((await get('/readyz')).status).toBe(200);
  });

  it('stays ready while a shared server is unavailable, and reports it as a metric', async () => {
    let isUp = true;
    runtime.dependencies.add('store', () =>
      isUp ? Promise.resolve() : Promise.reject(new Error('unavailable')),
    );
    const gauge = 'assay_dependency_up{dependency="store",process="admin-test"}';
    expect(await (await get('/metrics')).text()).toContain(`${gauge} 1`);
    isUp = false;
    expect(await (await get('/metrics')).text()).toContain(`${gauge} 0`);
    expect((await get('/readyz')).status).toBe(200);
  });
});
