/** Processes of two versions side by side are restarted at random. */
import { spawn } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { connectNats } from '@assay/chassis/events/connection';
import { createLogger } from '@assay/chassis/logger';
import { createTestPlatform } from '@assay/test-kit/test-platform';
import { afterAll, expect, it, vi } from 'vitest';

type Version = 'old' | 'new';
type Child = ChildProcessByStdio<null, Readable, null>;

const restarts = process.env['FAULTS'] === 'whole' ? 60 : 8;
const script = fileURLToPath(new URL('old-process-version.ts', import.meta.url));
const platform = createTestPlatform();
const environment = platform.environment('projects-files');
const running: Child[] = [];
const stored = { count: 0 };
const refused: string[] = [];

afterAll(() => Promise.all(running.map((child) => end(child, 'SIGKILL'))));

function launch(version: Version, command: 'prepare' | 'serve'): Child {
  return spawn(process.execPath, ['--conditions=source', script, version, command], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

async function prepare(version: Version): Promise<void> {
  const child = launch(version, 'prepare');
  child.stdout.resume();
  expect(await once(child, 'exit')).toEqual([0, null]);
}

/** Resolves once it publishes. */
async function serve(version: Version): Promise<Child> {
  const child = launch(version, 'serve');
  const published = Promise.withResolvers<undefined>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line === 'stored') stored.count += 1;
    else if (line.startsWith('refused')) refused.push(`${version}: ${line}`);
    published.resolve(undefined);
  });
  await Promise.race([published.promise, once(child, 'exit')]);
  running.push(child);
  return child;
}

async function end(child: Child, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}

it(
  `two versions side by side, restarted ${restarts} times at random with and without being prepared again, publish everything`,
  { timeout: 600_000 },
  async () => {
    await prepare('old');
    const places: { version: Version; child: Child }[] = [];
    for (const version of ['old', 'old'] as const) places.push({ version, child: await serve(version) });
    await prepare('new');
    for (const version of ['new', 'new'] as const) places.push({ version, child: await serve(version) });
    for (let restart = 0; restart < restarts; restart += 1) {
      const place = places[randomInt(places.length)];
      if (place === undefined) throw new Error('there is no such process');
      await end(place.child, randomInt(2) === 0 ? 'SIGTERM' : 'SIGKILL');
      // A rollback prepares by the old version, an upgrade by the new one.
      if (randomInt(2) === 0) await prepare(place.version);
      place.child = await serve(place.version);
      await pause(randomInt(200));
    }
    await Promise.all(places.map(({ child }) => end(child, 'SIGTERM')));
    process.stdout.write(`${stored.count} events stored, ${refused.length} refused, ${restarts} restarts\n`);

    expect(refused).toEqual([]);
    const { natsNamespace: namespace } = platform;
    const logger = createLogger({ name: 'test', level: 'silent' });
    const events = await connectNats({ url: environment['NATS_URL'] ?? '', name: 'test', namespace, logger });
    await vi.waitFor(async () => {
      const { state } = await events.jsm.streams.info(events.namespace.stream('FILES'));
      expect(state.messages).toBeGreaterThanOrEqual(stored.count);
    });
    await events.close();
  },
);
