import fc from 'fast-check';
import { seeded } from './draw-batch.ts';
import type { Clients } from './organization/clients.ts';
import { playBatch } from './play-batch.ts';
import type { Play } from './play.ts';
import { scenarios } from './scenario.ts';
import type { Schedule } from './scenario.ts';
import type { Services } from './start-services.ts';

/** As many copies are played at the same time, so that an order that is rare is met. */
const copies = 8;
const settleMs = 8_000;
const limitMs = 60_000;

/**
 * Plays shorter and shorter forms of a failed scenario, without crashes, for at most a minute. Resolves to the shortest play that
 * failed; undefined if the scenario does not fail again.
 */
export async function shrinkScenario(
  services: Services,
  clients: Clients,
  { seed, schedule }: { readonly seed: number; readonly schedule: Schedule },
): Promise<Play | undefined> {
  let shortest: Play | undefined;
  const property = fc.asyncProperty(scenarios, async (scenario) => {
    const batch = {
      scenarios: Array.from({ length: copies }, () => scenario),
      schedule,
      crashes: [],
      settleMs,
    };
    const { plays } = await playBatch(services, clients, batch);
    const failed = plays.find(({ failure }) => failure !== undefined);
    shortest = failed ?? shortest;
    return failed === undefined;
  });
  await fc.check(property, { ...seeded(seed), interruptAfterTimeLimit: limitMs });
  return shortest;
}
