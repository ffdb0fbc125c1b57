import { createServer } from 'node:net';
import { callBy, createTestPlatform } from '@assay/test-kit/test-platform';
import { CatalogServiceService } from '@assay/proto/catalog/v1/catalog_service';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { bootService } from '../../src/process/boot/boot-service.ts';
import type { RunningService, ServiceDefinition } from '../../src/process/boot/boot-service.ts';
import { readConfig } from '../../src/config.ts';
import type { Consumer } from '../../src/events/consumer.ts';
import { prepareService } from '../../src/process/boot/prepare-service.ts';
import { baseSettings } from '../../src/process/boot/service-base.ts';
import type { ServiceBase } from '../../src/process/boot/service-base.ts';
import { serve } from '../../src/grpc/serve.ts';

const platform = createTestPlatform();
const running: RunningService[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((service) => service.stop()));
});

function configWith(overrides: Record<string, string> = {}) {
  return readConfig(baseSettings, { ...platform.environment('billing'), ...overrides });
}

/** Defines a service that records its events in `happened`. */
function recorded(happened: string[], compose?: (base: ServiceBase) => Promise<void>): ServiceDefinition {
  const consumer: Consumer = {
    start: () => void happened.push('consumer started'),
    stop: () => Promise.resolve(void happened.push('consumer stopped')),
    isAttached: () => true,
  };
  return {
    name: 'billing',
    indexes: { things: [{ key: { name: 1 }, unique: true }] },
    async compose(base) {
      base.runtime.lifecycle.onStop('own part', async () => {
        await base.db.command({ ping: 1 });
        happened.push('own part stopped, database still there');
      });
      await compose?.(base);
      const rpcs = {
        listPipelines: () => Promise.resolve({ pipelines: [] }),
        getPipeline: () => Promise.resolve({ pipeline: undefined }),
      };
      const tasks = (['api', 'worker', 'relay', undefined] as const).map((role) => ({
        name: `task of ${role ?? 'everybody'}`,
        everyMs: 60_000,
        role,
        run: (signal: AbortSignal) => {
          happened.push(`task of ${role ?? 'everybody'} ran`);
          signal.addEventListener('abort', () => happened.push(`task of ${role ?? 'everybody'} stopped`));
          return Promise.resolve();
        },
      }));
      return { rpcs: [serve(CatalogServiceService, base, rpcs)], consumers: [consumer], tasks };
    },
  };
}

async function boot(...parameters: Parameters<typeof bootService>): Promise<RunningService> {
  const [definition, config] = parameters;
  await prepareService(definition, config);
  const service = await bootService(...parameters);
  running.push(service);
  return service;
}

describe('booting a service', () => {
  it('serves, consumes, and closes in the reverse order', async () => {
    const happened: string[] = [];
    const service = await boot(recorded(happened), configWith());
    const channel = platform.connect(service.grpcAddress);
    const catalog = channel.client(CatalogServiceService);
    await expect(catalog.getPipeline(callBy(), { slug: 'any' })).resolves.toEqual({ pipeline: undefined });
    channel.close();
    await service.stop();
    const roles = ['api', 'worker', 'relay', 'everybody'];
    expect(happened).toEqual([
      ...roles.map((role) => `task of ${role} ran`),
      'consumer started',
      'consumer stopped',
      ...roles.toReversed().map((role) => `task of ${role} stopped`),
      'own part stopped, database still there',
    ]);
  });

  it('serves no rpc without role api, consumes nothing without role worker, and runs the tasks of its roles', async () => {
    const happened: string[] = [];
    const service = await boot(recorded(happened), configWith({ ROLES: 'relay' }));
    expect(service.grpcAddress).toBeUndefined();
    expect(happened).toEqual(['task of relay ran', 'task of everybody ran']);
  });

  it.each([
    ['api', 1],
    ['worker,relay', 0],
  ])('reads the revocations at its start in role %s %i times', async (roles, times) => {
    const read = vi.fn(() => Promise.resolve([]));
    await boot({ ...recorded([]), readRevocations: () => read }, configWith({ ROLES: roles }));
    expect(read).toHaveBeenCalledTimes(times);
  });

  it('has the prepared indexes before anything is written', async () => {
    const written = boot(
      recorded([], async ({ db }) => {
        const things = db.collection('things');
        await things.insertOne({ name: 'one' });
        await things.insertOne({ name: 'one' });
      }),
      configWith(),
    );
    await expect(written).rejects.toMatchObject({ code: 11_000 });
  });

  it('is not ready while it starts, and is ready afterwards', async () => {
    const { promise: isLookedAt, resolve: lookedAt } = Promise.withResolvers<undefined>();
    const { promise: isComposing, resolve: composing } = Promise.withResolvers<undefined>();
    const adminPort = await freePort();
    const booted = boot(
      recorded([], async () => {
        composing(undefined);
        await isLookedAt;
      }),
      configWith({ ADMIN_PORT: adminPort.toString() }),
    );
    const readiness = async (): Promise<unknown> =>
      (await fetch(`http://127.0.0.1:${adminPort.toString()}/readyz`)).json();
    await isComposing;
    expect(await readiness()).toEqual({
      ready: false,
      problems: { start: 'has not finished' },
    });
    lookedAt(undefined);
    await booted;
    expect(await readiness()).toEqual({ ready: true, problems: {} });
  });

  it('closes what it opened when it cannot start', async () => {
    const happened: string[] = [];
    const adminPort = await freePort();
    const failing = recorded(happened, () => Promise.reject(new Error('no')));
    await expect(boot(failing, configWith({ ADMIN_PORT: adminPort.toString() }))).rejects.toThrow('no');
    expect(happened).toEqual(['own part stopped, database still there']);
    await expect(fetch(`http://127.0.0.1:${adminPort.toString()}/healthz`)).rejects.toThrow('fetch failed');
  });

  it('refuses to sign with the key of another process', async () => {
    const { INTERNAL_TOKEN_KEY = '' } = platform.environment('gateway');
    await expect(boot(recorded([]), configWith({ INTERNAL_TOKEN_KEY }))).rejects.toThrow(
      'INTERNAL_TOKEN_KEY is the key of gateway',
    );
  });
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
