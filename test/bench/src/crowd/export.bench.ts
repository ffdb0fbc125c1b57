/** Speed and memory of the export of 100,000 answers as CSV, against bare csv-stringify for the same rows. */
// Arguments: the number of answers, and the number of rounds.
import type { LaunchedPlatform } from '@assay/test-kit/launched-platform';
import { stringify } from 'csv-stringify/sync';
import { measureAdjacent, median, ratiosOf, spread } from '../adjacent.ts';
import { readAnswer, startBenchPlatform } from '../bench-platform.ts';
import { measureAtRest, measureOwnCpu, observeCpu } from '../process-cpu.ts';
import type { Pids } from '../process-cpu.ts';
import { measureAddedMemory, readMemory } from '../process-peak.ts';

import { printTable, say, verdict, verdictAtLeast } from '../report.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { fillAnswers } from './fill-answers.ts';

const answerCount = Number(process.argv[2] ?? 100_000);
const rounds = Number(process.argv[3] ?? 5);
const formats = ['csv', 'jsonl', 'json'] as const;
const goals = { speed: 0.5, addedMegabytes: 64, peakMegabytes: 200 };
const rowsAtOnce = 500;
const restSeconds = 5;

interface Round {
  /** µs of CPU for a row. For csv-stringify alone: of this process. */
  readonly gateway: number;
  readonly service: number;
  /** Elapsed, with the database. */
  readonly seconds: number;
}

/** Reads the rows of the export, with the cells that CSV has. */
async function readRows({ baseUrl, apiKey }: LaunchedPlatform, path: string): Promise<readonly unknown[][]> {
  const answer = await fetch(`${baseUrl}${path}?format=jsonl`, { headers: { 'x-api-key': apiKey } });
  const lines = (await answer.text()).trimEnd().split('\n');
  return lines.map((line) => Object.values(JSON.parse(line) as object).map(toCell));
}

function toCell(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}

/** Returns the number of bytes. */
function stringifyBare(rows: readonly unknown[][]): number {
  let bytes = 0;
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    const text = stringify(rows.slice(start, start + rowsAtOnce), { escape_formulas: true });
    bytes += Buffer.byteLength(text);
  }
  return bytes;
}

function listReaders({ processes }: LaunchedPlatform): Pids {
  return { gateway: processes.gateway.pid ?? 0, service: processes['crowd-webhooks'].pid ?? 0 };
}

/** Prints rows for each CPU second of the export, gateway and service together, and of csv-stringify alone. Returns false if the bound is broken. */
async function compareSpeed(platform: LaunchedPlatform, path: string): Promise<boolean> {
  // Right after an answer of this size, a process still collects garbage.
  const atRest = await measureAtRest(listReaders(platform), restSeconds);
  const rows = await readRows(platform, path);
  const read = (format: string) => async (): Promise<Round> => {
    const { spent, seconds } = await observeCpu(listReaders(platform), () =>
      readAnswer(platform, `${path}?format=${format}`),
    );
    const own = (name: string) => ((spent[name] ?? 0) - (atRest[name] ?? 0) * seconds) / answerCount;
    return { gateway: own('gateway') * 1_000, service: own('service') * 1_000, seconds };
  };
  const bare = async (): Promise<Round> => {
    const startedAt = performance.now();
    const ms = await measureOwnCpu(1, () => Promise.resolve(stringifyBare(rows)));
    const seconds = (performance.now() - startedAt) / 1_000;
    return { gateway: (ms * 1_000) / answerCount, service: 0, seconds };
  };
  const measured = await measureAdjacent({ bare, csv: read('csv'), jsonl: read('jsonl') }, rounds);
  const costs = (rounds: readonly Round[]) => rounds.map(({ gateway, service }) => gateway + service);
  const shares = ratiosOf(costs(measured.bare), costs(measured.csv));
  say(`\n${answerCount.toLocaleString('en')} answers, µs of CPU for a row`);
  printTable(
    ['', 'gateway', 'service', 'both', 'seconds'],
    ...Object.entries(measured).map(([name, figures]) => [
      name,
      spread(
        figures.map(({ gateway }) => gateway),
        1,
      ),
      spread(
        figures.map(({ service }) => service),
        1,
      ),
      spread(costs(figures), 1),
      spread(
        figures.map(({ seconds }) => seconds),
        1,
      ),
    ]),
  );
  say(
    `speed of the CSV export as a share of csv-stringify: ${spread(shares, 2)}, ${verdictAtLeast(shares, goals.speed)}`,
  );
  return median(shares) >= goals.speed;
}

/** Prints by how much the first export after a start raises the memory of both processes. Returns false if a bound is broken. */
async function measureMemory(platform: LaunchedPlatform, path: string): Promise<boolean> {
  const { gateway, 'crowd-webhooks': service } = platform.processes;
  const added: number[] = [];
  say('\nMB that one export adds to the memory of a process that has just started');
  for (const format of formats) {
    for (const started of [service, gateway]) await started.restart();
    // Loads the code of all layers, which is no part of the answer.
    await readAnswer(platform, path.replace(/\/export$/u, ''));
    const bytes = await measureAddedMemory(listReaders(platform), () =>
      readAnswer(platform, `${path}?format=${format}`),
    );
    const megabytes = Object.entries(bytes).map(([name, size]) => [name, Math.ceil(size / 2 ** 20)] as const);
    added.push(...megabytes.map(([, size]) => size));
    say(`${format}: ${megabytes.map(([name, size]) => `${name} ${size.toString()}`).join(', ')}`);
  }
  const most = Math.max(...added);
  say(`most added: ${verdict([most], goals.addedMegabytes)}`);
  const peak = readMemory(platform.processes['crowd-webhooks'].pid ?? 0).peak / 2 ** 20;
  say(`peak of the service: ${peak.toFixed(0)} MB, ${verdict([peak], goals.peakMegabytes)}`);
  return most <= goals.addedMegabytes && peak <= goals.peakMegabytes;
}

const bench = await startBenchPlatform(await temporaryFolder());
try {
  const { platform } = bench;
  const path = `/v2/crowd-jobs/${await fillAnswers(platform, answerCount)}/answers/export`;
  const isFast = await compareSpeed(platform, path);
  const isSmall = await measureMemory(platform, path);
  if (!isFast || !isSmall) process.exitCode = 1;
} finally {
  await bench.stop();
}
