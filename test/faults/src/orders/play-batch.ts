import { setTimeout as pause } from 'node:timers/promises';
import type { Clients } from './organization.ts';
import { beginPlay, compareWithServices, playRound, sendTogether } from './play.ts';
import type { Play } from './play.ts';
import { rounds } from './scenario.ts';
import type { Scenario, Schedule } from './scenario.ts';
import type { Services, Victim } from './start-services.ts';

/** The death of a process by SIGKILL, some time after the steps of a round were sent, and its restart. */
export interface Crash {
  readonly round: number;
  readonly victim: Victim;
  readonly afterMs: number;
}

export interface Batch {
  readonly scenarios: readonly Scenario[];
  readonly schedule: Schedule;
  readonly crashes: readonly Crash[];
  /** How long the services may take to agree with the model. The default is three minutes. */
  readonly settleMs?: number;
}

const longestSettleMs = 180_000;
const pollMs = 400;
const leaseMs = 66_000;

/**
 * Plays scenarios at the same time, each in an organization of its own. In the end the services agree with the model, and after the
 * deletion of each project nothing is held. Resolves to the plays, of which some may have failed.
 */
export async function playBatch(
  services: Services,
  clients: Clients,
  batch: Batch,
): Promise<readonly Play[]> {
  const now = () => services.clock.now();
  const plays = await Promise.all(batch.scenarios.map((scenario) => beginPlay(clients, scenario, now)));
  for (let round = 0; round < rounds; round += 1) {
    services.clock.advance(batch.schedule.advancesMs[round] ?? 0);
    const crashes = batch.crashes.filter((crash) => crash.round === round);
    await Promise.all([
      ...plays.map((play) => guard(play, () => playRound(play, round))),
      ...crashes.map((crash) => kill(services, crash)),
    ]);
  }
  await Promise.all(plays.map((play) => guard(play, () => finish(play, batch))));
  return plays;
}

async function kill({ processes, clock }: Services, { victim, afterMs }: Crash): Promise<void> {
  await pause(afterMs);
  const process = processes.get(victim);
  await process?.kill();
  await process?.restart();
  // Idempotency keys of requests that died are free after their lease.
  clock.advance(leaseMs);
}

/** An error of a call, such as an internal one, fails its scenario alone. */
async function guard(play: Play, action: () => Promise<void>): Promise<void> {
  if (play.failure !== undefined) return;
  try {
    await action();
  } catch (error) {
    play.failure = [error instanceof Error ? (error.stack ?? error.message) : String(error)];
  }
}

async function finish(play: Play, { settleMs = longestSettleMs }: Batch): Promise<void> {
  const found = await awaitAgreement(play, settleMs);
  if (found.length === 0) await sendTogether(play, [{ kind: 'deleteProject' }]);
  const differences = found.length === 0 ? await awaitAgreement(play, settleMs) : found;
  if (differences.length > 0) play.failure ??= differences;
}

/** Waits until events and periodic tasks have done their work. Resolves to the differences that are left. */
async function awaitAgreement(play: Play, settleMs: number): Promise<readonly string[]> {
  const deadline = performance.now() + settleMs;
  for (;;) {
    const differences = await compareWithServices(play);
    if (differences.length === 0 || performance.now() > deadline) return differences;
    await pause(pollMs);
  }
}
