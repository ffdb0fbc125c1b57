import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { samplePhotograph } from '@assay/test-kit/fixtures';
import { createRest } from '@assay/test-kit/rest';
import type { Rest } from '@assay/test-kit/rest';
import { startBenchPlatform } from '../bench-platform.ts';
import type { BenchPlatform } from '../bench-platform.ts';
import { pidsOf } from '../http-target.ts';
import { cpuMs } from '../process-cpu.ts';
import { printTable, say, verdictAtLeast } from '../report.ts';
import { watchTreeCpu } from './tree-cpu.ts';
import { examinePicture } from './examine-pictures.ts';
import { watchMemory } from './watch-memory.ts';

export interface Queue {
  /** How many runs wait. */
  readonly queued: number;
  /** A picture of 12 megapixels that one more run is over, for the memory. */
  readonly large: string | undefined;
}

/** As the service is configured by default. */
const slots = 2;
const mostFilesPerStart = 50;
const goal = 0.8;
const serviceGoalBytes = 300 * 2 ** 20;
const workerGoalBytes = 700 * 2 ** 20;

/** Lets runs wait, and compares how fast they are drained with the checks alone, over the same photograph in as many processes. */
export async function drainQueue(folder: string, { queued, large }: Queue): Promise<void> {
  const photograph = samplePhotograph();
  const bench = await startBenchPlatform(folder);
  const { platform, stop } = bench;
  try {
    const rest = createRest(platform.baseUrl, platform.apiKey);
    const { body: project } = await rest.post('/v2/projects', { name: 'Bench' });
    const projectId = project.id as string;
    const fileIds = await upload(rest, projectId, { photograph, count: Math.min(queued, mostFilesPerStart) });
    const victim = platform.processes.verification;
    const memory = watchMemory(() => victim.pid);
    await drain(rest, projectId, fileIds.slice(0, slots));
    const times = Math.ceil(queued / slots / 2);
    const bareBefore = await bareRate(photograph, times);
    const cpu = watchCpu(bench);
    const startedAt = performance.now();
    const starts = Math.ceil(queued / fileIds.length);
    for (let start = 0; start < starts; start += 1) await run(rest, projectId, fileIds);
    await allEnded(rest, projectId);
    const rate = (starts * fileIds.length) / ((performance.now() - startedAt) / 1_000);
    const used = cpu.stop();
    const bareAfter = await bareRate(photograph, times);
    const bare = (bareBefore + bareAfter) / 2;
    if (large !== undefined)
      await drain(rest, projectId, await upload(rest, projectId, { photograph: large, count: 1 }));
    const { service, worker } = memory.stop();
    say(
      `\n${(starts * fileIds.length).toString()} queued runs over ${photograph}, ${slots.toString()} at a time:`,
    );
    say(
      `${rate.toFixed(2)} a second; the bare checks ${bareBefore.toFixed(2)} before and ${bareAfter.toFixed(2)} after: ` +
        `${(100 * (rate / bare)).toFixed(0)} %, ${verdictAtLeast([rate / bare], goal)}`,
    );
    printCpu(used, starts * fileIds.length);
    say(`peak memory of the service: ${inWords(service, serviceGoalBytes)}`);
    say(`peak memory of a worker: ${inWords(worker, workerGoalBytes)}`);
  } finally {
    await stop();
  }
}

type CpuByName = readonly (readonly [name: string, milliseconds: number])[];

/** Watches all that works while runs are drained. */
function watchCpu({ platform, servers }: BenchPlatform): { readonly stop: () => CpuByName } {
  const { verification, ...pids } = pidsOf({ ...platform.processes, ...servers.processes });
  const used = (): CpuByName => Object.entries(pids).map(([name, pid]) => [name, cpuMs(pid)]);
  const before = new Map(used());
  const tree = watchTreeCpu(verification ?? 0);
  return {
    stop() {
      const { process: service, descendants } = tree.stop();
      const others = used().map(([name, ms]) => [name, ms - (before.get(name) ?? 0)] as const);
      return [['verification', service], ['its workers', descendants], ...others];
    },
  };
}

function printCpu(used: CpuByName, runs: number): void {
  const total = used.reduce((sum, [, milliseconds]) => sum + milliseconds, 0);
  printTable(
    ['', 'ms of CPU per run', 'share'],
    ...used.map(([name, milliseconds]) => [
      name,
      (milliseconds / runs).toFixed(0),
      `${(100 * (milliseconds / total)).toFixed(1)} %`,
    ]),
  );
}

function inWords(bytes: number, most: number): string {
  const [mebibytes, limit] = [bytes, most].map((value) => (value / 2 ** 20).toFixed(0));
  return `${mebibytes ?? ''} MiB, ${bytes <= most ? 'met' : 'MISSED'} (at most ${limit ?? ''} MiB)`;
}

async function upload(
  rest: Rest,
  projectId: string,
  { photograph, count }: { readonly photograph: string; readonly count: number },
): Promise<readonly string[]> {
  const bytes = await readFile(photograph);
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const { body } = await rest.upload(projectId, {
      name: `${index.toString()}.jpg`,
      bytes,
      type: 'image/jpeg',
    });
    ids.push(body.id as string);
  }
  for (const id of ids) {
    while ((await rest.get(`/v2/files/${id}`)).body.enrichmentStatus !== 'completed') await pause(100);
  }
  return ids;
}

async function run(rest: Rest, projectId: string, fileIds: readonly string[]): Promise<void> {
  const order = { pipelineSlug: 'image-authenticity', fileIds };
  const { status } = await rest.post(`/v2/projects/${projectId}/run-pipeline`, order);
  if (status !== 201) throw new Error(`a start was answered ${status.toString()}`);
}

async function drain(rest: Rest, projectId: string, fileIds: readonly string[]): Promise<void> {
  await run(rest, projectId, fileIds);
  await allEnded(rest, projectId);
}

/** Asks twice a second: what answers takes time from what is measured. */
async function allEnded(rest: Rest, projectId: string): Promise<void> {
  const path = `/v2/projects/${projectId}/verification-runs?limit=1&status=`;
  for (const status of ['pending', 'running']) {
    while ((await rest.get(`${path}${status}`)).body.total > 0) await pause(500);
  }
}

/** Pictures a second that as many processes as there are slots examine, each one after the other. */
async function bareRate(photograph: string, times: number): Promise<number> {
  const loops = Array.from({ length: slots }, () => examinePicture(photograph, times));
  const rates = (await Promise.all(loops)).map(({ seconds }) => times / seconds);
  return rates.reduce((sum, rate) => sum + rate, 0);
}
