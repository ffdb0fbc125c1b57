import { freePorts } from '@assay/local/platform/ports';
import { eventually } from '@assay/test-kit/eventually';
import { createTestPlatform } from '@assay/test-kit/test-platform';
import { afterEach, expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { bootService } from '../../src/process/boot/boot-service.ts';
import { prepareService } from '../../src/process/boot/prepare-service.ts';
import { baseSettings } from '../../src/process/boot/service-base.ts';
import { startHangingProxy } from '../hanging-proxy.ts';
import { servers } from '../servers.ts';

const ended: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0).toReversed()) await end();
});

async function open(server: string, at: number | undefined): Promise<void> {
  const proxy = await startHangingProxy(Number(new URL(server).port), at);
  ended.push(() => proxy.stop());
}

it('a process is alive while its servers are unavailable, names the one it waits for, and starts once they answer', async () => {
  const [mongodb, nats, adminPort] = await freePorts(3);
  const environment = createTestPlatform().environment('billing');
  const definition = { name: 'billing', indexes: { things: [] }, compose: () => ({ rpcs: [] }) };
  await prepareService(definition, readConfig(baseSettings, environment));
  const late = {
    MONGODB_URI: `mongodb://127.0.0.1:${String(mongodb)}`,
    NATS_URL: `nats://127.0.0.1:${String(nats)}`,
    ADMIN_PORT: String(adminPort),
  };
  const booting = bootService(definition, readConfig(baseSettings, { ...environment, ...late }));
  booting.catch(() => undefined);
  const get = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${String(adminPort)}${path}`);
    return [answer.status, await answer.text()] as const;
  };
  const saysThatItWaitsFor = (server: RegExp) =>
    eventually(async () => {
      expect((await get('/healthz'))[0]).toBe(200);
      for (const path of ['/startupz', '/readyz']) {
        expect(await get(path)).toEqual([503, expect.stringMatching(server) as string]);
      }
    });

  await saysThatItWaitsFor(/"start":"waits for mongodb: no MongoDB server at 127\.0\.0\.1:/u);
  await open(servers.mongodb.uri, mongodb);
  await saysThatItWaitsFor(/"start":"waits for nats/u);
  await open(servers.nats.url, nats);
  const service = await booting;
  ended.push(() => service.stop());
  expect(await get('/startupz')).toEqual([200, '{"started":true,"problems":{}}']);
  expect(await get('/readyz')).toEqual([200, '{"ready":true,"problems":{}}']);
});
