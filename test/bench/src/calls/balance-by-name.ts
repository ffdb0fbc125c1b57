import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePorts } from '@assay/local/platform/ports';
import { createNames } from '@assay/test-kit/processes/names';
import { readConfig } from '@assay/local/config';
import { printTable, say } from '../report.ts';
import { callCounts, startMemoryService } from '../start-memory-service.ts';
import type { MemoryService } from '../start-memory-service.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import type { CallerTask } from './named-caller.ts';

const callerCount = 2;
const backendCount = 4;
const inFlight = 20;
const delayMs = 20;
const windowSeconds = 15;
const name = 'backends.assay.test';
const goals = { busiest: 0.4, foundSeconds: 90 };
/** Of an even share, which a new backend has reached with this part of it. */
const nearlyEven = 0.8;

/** Calls each backend took, second by second. */
type Seconds = (readonly number[])[];

/** Two processes call four backends, found by a name as headless services are, and later a fifth. Resolves to whether the goals are met. */
export async function balanceByName(key: CallerTask['key']): Promise<boolean> {
  const names = createNames(join(await temporaryFolder(), 'names.json'));
  const network = `127.${randomInt(16, 250)}.${randomInt(256)}`;
  const [port = 0] = await freePorts(1);
  const backends: MemoryService[] = [];
  const add = async (): Promise<void> => {
    backends.push(
      await startMemoryService(key, { host: `${network}.${backends.length + 1}`, port, delayMs }),
    );
  };
  const publish = (): void => {
    names.publish({ [name]: backends.map(({ address }) => address.split(':')[0] ?? '') });
  };
  for (let place = 0; place < backendCount; place += 1) await add();
  publish();
  const callers = Array.from({ length: callerCount }, () =>
    startCaller(names.options, { address: `${name}:${port}`, key, inFlight }),
  );
  const before = await watch(backends, (seconds) => seconds.length > windowSeconds + 5);
  await add();
  publish();
  const after = await watch(
    backends,
    (seconds) => hasItsShare(seconds) || seconds.length > goals.foundSeconds + windowSeconds,
  );
  for (const { child } of backends) child.disconnect();
  for (const caller of callers) caller.disconnect();
  return report(before, after);
}

function startCaller(
  { args, environment }: ReturnType<typeof createNames>['options'],
  task: CallerTask,
): ChildProcess {
  const child = fork(new URL(import.meta.resolve('./named-caller.ts')), {
    execArgv: ['--conditions=source', ...args],
    env: { ...readConfig().inherited, ...environment },
  });
  child.send(task);
  return child;
}

async function watch(
  backends: readonly MemoryService[],
  isEnough: (seconds: Seconds) => boolean,
): Promise<Seconds> {
  const seconds: Seconds = [];
  let last = await callCounts(backends);
  while (!isEnough(seconds)) {
    await pause(1_000);
    const counts = await callCounts(backends);
    seconds.push(counts.map((count, place) => count - (last[place] ?? 0)));
    last = counts;
  }
  return seconds;
}

/** The share of each backend in every window. */
function windowShares(seconds: Seconds): number[][] {
  return seconds.slice(windowSeconds - 1).flatMap((_, first) => {
    const calls = seconds.slice(first, first + windowSeconds);
    const sums = (calls[0] ?? []).map((_, place) => sumOf(calls.map((second) => second[place] ?? 0)));
    const all = sumOf(sums);
    return all === 0 ? [] : [sums.map((sum) => sum / all)];
  });
}

/** Whether the backend that came last has what it should in the last window. */
function hasItsShare(seconds: Seconds): boolean {
  const last = windowShares(seconds).at(-1);
  return (last?.at(-1) ?? 0) >= nearlyEven / (backendCount + 1);
}

function report(before: Seconds, after: Seconds): boolean {
  const busiest = (seconds: Seconds): number => Math.max(...windowShares(seconds).flat());
  const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
  const perSecond = sumOf(before.map(sumOf)) / before.length;
  say(
    `\nby name: ${callerCount} callers, ${inFlight} calls in flight each, ${backendCount} backends, ${perSecond.toFixed(0)} calls per second`,
  );
  printTable(
    [`busiest in any ${windowSeconds} s`, 'before', 'with a fifth', 'the fifth has its share after'],
    ['', percent(busiest(before)), percent(busiest(after)), `${after.length} s`],
  );
  const isMet =
    Math.max(busiest(before), busiest(after)) <= goals.busiest &&
    hasItsShare(after) &&
    after.length <= goals.foundSeconds;
  say(`at most ${percent(goals.busiest)}, and within ${goals.foundSeconds} s: ${isMet ? 'met' : 'MISSED'}`);
  return isMet;
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
