import { setTimeout as pause } from 'node:timers/promises';
import { minutes } from '@assay/chassis/units';
import type { Death } from './death-order.ts';
import { hasActiveRun } from './observe.ts';
import type { Clients } from './organization/clients.ts';
import { agreesInBalance, beginPlay, compareWithServices, playRound, sendTogether } from './play.ts';
import type { Play } from './play.ts';
import { rounds } from './scenario.ts';
import type { Scenario, Schedule } from './scenario.ts';
import type { Phase, PhaseSeconds } from './tally.ts';
import type { Services, Victim } from './start-services.ts';

/** The death of a process at one of its writes in a round, or later by SIGKILL if it writes less, and its restart. */
export interface Crash extends Death {
  readonly round: number;
  readonly victim: Victim;
}

export interface Batch {
  readonly scenarios: readonly Scenario[];
  readonly schedule: Schedule;
  readonly crashes: readonly Crash[];
  /** How long the services may take to agree with the model. The default is three minutes. */
  readonly settleMs?: number;
}

export interface PlayedBatch {
  readonly plays: readonly Play[];
  readonly seconds: PhaseSeconds;
}

const longestSettleMs = 180_000;
const firstPauseMs = 100;
const longestPauseMs = 1_600;
const leaseMs = 66_000;
const longestDelayMs = 1_500;
const deathPollMs = 20;
const releaseMs = minutes(11);
const longestRunMs = minutes(1);

/**
 * Plays scenarios at the same time, each in an organization of its own. In the end the services agree with the model, and after the
 * deletion of each project nothing is held. Resolves to the plays, of which some may have failed.
 */
export async function playBatch(services: Services, clients: Clients, batch: Batch): Promise<PlayedBatch> {
  const now = () => services.clock.now();
  const seconds: PhaseSeconds = { beginning: 0, steps: 0, agreement: 0, deletion: 0 };
  const measure = async <T>(phase: Phase, work: () => Promise<T>): Promise<T> => {
    const startedAt = performance.now();
    const result = await work();
    seconds[phase] += (performance.now() - startedAt) / 1_000;
    return result;
  };
  const plays = await measure('beginning', () =>
    Promise.all(batch.scenarios.map((scenario) => beginPlay(clients, scenario, now))),
  );
  await measure('steps', () => playRounds(services, plays, batch));
  // The money of slots that an early stop closed is released a few times in an hour.
  services.clock.advance(releaseMs);
  await measure('agreement', () => Promise.all(plays.map((play) => guard(play, () => agree(play, batch)))));
  await measure('deletion', () =>
    Promise.all(plays.map((play) => guard(play, () => deleteProject(play, batch)))),
  );
  return { plays, seconds };
}

async function playRounds(services: Services, plays: readonly Play[], batch: Batch): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    const advanceMs = batch.schedule.advancesMs[round] ?? 0;
    // A run takes seconds. If hours passed meanwhile, it would fail for its age.
    if (advanceMs > longestRunMs) await Promise.all(plays.map(awaitRuns));
    services.clock.advance(advanceMs);
    const crashes = batch.crashes.filter((crash) => crash.round === round);
    await Promise.all([
      ...plays.map((play) => guard(play, () => playRound(play, round))),
      ...crashes.map((crash) => kill(services, crash)),
    ]);
  }
}

async function awaitRuns({ acting }: Play): Promise<void> {
  const deadline = performance.now() + longestRunMs;
  while (performance.now() < deadline && (await hasActiveRun(acting))) await pause(longestPauseMs);
}

async function kill({ processes, deaths, clock }: Services, crash: Crash): Promise<void> {
  const process = processes.get(crash.victim);
  deaths.get(crash.victim)?.give(crash);
  const deadline = performance.now() + longestDelayMs;
  while (process?.pid !== undefined && performance.now() < deadline) await pause(deathPollMs);
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

async function agree(play: Play, { settleMs = longestSettleMs }: Batch): Promise<void> {
  const differences = await awaitAgreement(play, settleMs);
  if (differences.length > 0) play.failure ??= differences;
}

async function deleteProject(play: Play, batch: Batch): Promise<void> {
  await sendTogether(play, [{ kind: 'deleteProject' }]);
  await agree(play, batch);
}

/** Waits until events and periodic tasks have done their work. Resolves to the differences that are left. */
async function awaitAgreement(play: Play, settleMs: number): Promise<readonly string[]> {
  const deadline = performance.now() + settleMs;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    const isOver = performance.now() > deadline;
    // Most states that differ do so in the balance, which one cheap call reads.
    if (isOver || (await agreesInBalance(play))) {
      const differences = await compareWithServices(play);
      if (differences.length === 0 || isOver) return differences;
    }
    await pause(pauseMs);
  }
}
