import { setTimeout as pause } from 'node:timers/promises';
import { newId } from '@assay/chassis/ids';
import { eventually } from '@assay/test-kit/eventually';
import { callBy } from '@assay/test-kit/test-platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startReceiver } from '../receiver.ts';
import type { Receiver, Response } from '../receiver.ts';
import { completeRun, newWebhook, start } from '../start.ts';
import type { Started } from '../start.ts';

const isWhole = process.env['FAULTS'] === 'whole';
const deliveries = isWhole ? 200 : 80;
const hostileDeliveries = isWhole ? 200 : 40;
const responseMs = 200;

let [victims, hanging, running]: [Receiver, Receiver[], Started] = [] as never;
beforeAll(async () => {
  victims = await startReceiver();
  hanging = await Promise.all(Array.from({ length: 4 }, () => startReceiver()));
  running = await start([victims, ...hanging]);
  for (const receiver of hanging) receiver.answer(() => undefined);
  victims.answer(async ({ path }): Promise<Response | undefined> => {
    if (path.startsWith('/hang')) return undefined;
    await pause(responseMs);
    return { status: 204 };
  });
});
afterAll(async () => {
  for (const receiver of [victims, ...hanging]) await receiver.stop();
  await running.stop();
});

async function publish(call: ReturnType<typeof callBy>, projectId: string, count: number): Promise<void> {
  await Promise.all(Array.from({ length: count }, () => completeRun(running, call, projectId)));
}

/** Creates an organization whose receivers hang, and waits until the first attempt has begun. */
async function startHostile(origin: string): Promise<void> {
  const call = callBy();
  const projectId = newId();
  const path = `/hang/${newId()}`;
  await newWebhook(running, call, { url: origin + path, projectId });
  await publish(call, projectId, hostileDeliveries);
  await eventually(() => {
    expect([victims, ...hanging].flatMap((receiver) => receiver.at(path)).length).toBeGreaterThan(0);
  });
}

const call = callBy();

/** Measures the seconds from the events of an organization to the last of its requests. */
async function measureVictim(): Promise<number> {
  const projectId = newId();
  const path = `/victim/${newId()}`;
  await newWebhook(running, call, { url: victims.origin + path, projectId });
  const startedMs = performance.now();
  await publish(call, projectId, deliveries);
  await eventually(() => {
    expect(victims.at(path)).toHaveLength(deliveries);
  });
  return (performance.now() - startedMs) / 1_000;
}

describe(`${deliveries.toString()} deliveries of an organization`, () => {
  it(
    'take at most twice the time next to organizations whose receivers hang',
    { timeout: 300_000 },
    async () => {
      // The first ones open the connections and give the organization its places.
      await measureVictim();
      const alone = await measureVictim();
      for (const { origin } of hanging) await startHostile(origin);
      const nextToFour = await measureVictim();
      await startHostile(victims.origin);
      const atSameHost = await measureVictim();
      const times = [alone, nextToFour, atSameHost].map((seconds) => seconds.toFixed(1));
      process.stderr.write(`shares: alone ${times[0] ?? ''} s, next to four that hang ${times[1] ?? ''} s, `);
      process.stderr.write(`and to one at the same host ${times[2] ?? ''} s\n`);
      expect(nextToFour / alone).toBeLessThanOrEqual(2);
      expect(atSameHost / alone).toBeLessThanOrEqual(2);
    },
  );
});
