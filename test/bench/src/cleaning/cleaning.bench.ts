/** CPU per MB of image-standard, by one worker and by two, against a bare loop; memory of service and children. */
import { createRest } from '@assay/test-kit/rest';
import type { Rest } from '@assay/test-kit/rest';
import { measureAdjacent, median, ratiosOf, spread } from '../adjacent.ts';
import { startBenchPlatform } from '../bench-platform.ts';
import type { BenchPlatform } from '../bench-platform.ts';
import { printTable, say, verdict, verdictAtLeast } from '../report.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { watchTreeCpu } from '../verification/tree-cpu.ts';
import { watchMemory } from '../verification/watch-memory.ts';
import { standardizeBare } from './bare-images.ts';
import { cleanDataset, listChanged, uploadDataset } from './clean-dataset.ts';
import type { UploadedDataset } from './clean-dataset.ts';
import { startDatasetProcesses } from './dataset-processes.ts';
import type { DatasetProcesses } from './dataset-processes.ts';
import { listPhotographs, makeLargeImage } from './photographs.ts';

/**
 * From the request to the version that is complete. CPU of all processes of datasets and of their children is counted; that of
 * projects-files, the database, the stream and the storage is not.
 */
const rounds = Number(process.argv[2] ?? 3);
const mebibyte = 2 ** 20;
const goals = { rate: 0.6, twoWorkers: 1.1, childBytes: 512 * mebibyte, serviceBytes: 300 * mebibyte };

/** Milliseconds of CPU of one job. */
interface JobCpu {
  readonly api: number;
  readonly workers: number;
  readonly children: number;
}

const total = ({ api, workers, children }: JobCpu): number => api + workers + children;

/** Measures one job by the workers that run. */
async function measureJob(rest: Rest, dataset: UploadedDataset, running: DatasetProcesses): Promise<JobCpu> {
  const { api, worker, secondWorker } = running;
  const [apiCpu, ...workerCpu] = [api, worker, secondWorker]
    .flatMap(({ pid }) => pid ?? [])
    .map((pid) => watchTreeCpu(pid));
  await cleanDataset(rest, dataset);
  const workers = workerCpu.map((watch) => watch.stop());
  return {
    api: apiCpu?.stop().process ?? 0,
    workers: workers.reduce((sum, cpu) => sum + cpu.process, 0),
    children: workers.reduce((sum, cpu) => sum + cpu.descendants, 0),
  };
}

interface Plan {
  readonly rest: Rest;
  readonly dataset: UploadedDataset;
  readonly running: DatasetProcesses;
  readonly paths: readonly string[];
  readonly changed: ReadonlySet<number>;
}

async function measureRates({ rest, dataset, running, paths, changed }: Plan): Promise<boolean> {
  let sizeBytes = 0;
  const converted = new Set(paths.filter((_, place) => changed.has(place)));
  const measured = await measureAdjacent(
    {
      async bare() {
        const result = await standardizeBare(paths, (path) => converted.has(path));
        sizeBytes = result.sizeBytes;
        return { api: 0, workers: result.cpuMs, children: 0 };
      },
      async one() {
        await running.secondWorker.stop();
        return measureJob(rest, dataset, running);
      },
      async two() {
        await running.secondWorker.restart();
        // The second worker starts its children.
        await cleanDataset(rest, dataset);
        return measureJob(rest, dataset, running);
      },
    },
    rounds,
  );
  say(`\n${paths.length.toString()} images, ${changed.size.toString()} of them written again`);
  return judgeRates(measured, sizeBytes / 1e6);
}

interface Rates {
  readonly bare: readonly JobCpu[];
  readonly one: readonly JobCpu[];
  readonly two: readonly JobCpu[];
}

/** Prints the rates, and returns true if both goals are met. */
function judgeRates({ bare, one, two }: Rates, megabytes: number): boolean {
  const cell = (jobs: readonly JobCpu[], read: (job: JobCpu) => number): string =>
    spread(
      jobs.map((job) => read(job) / megabytes),
      1,
    );
  const row = (name: string, jobs: readonly JobCpu[]): readonly string[] => [
    name,
    cell(jobs, total),
    ...(['api', 'workers', 'children'] as const).map((part) => cell(jobs, (job) => job[part])),
  ];
  say(`${megabytes.toFixed(0)} MB, ${rounds.toString()} rounds; ms of CPU per MB`);
  printTable(
    ['', 'all', 'api', 'workers', 'children'],
    ['bare loop', cell(bare, total)],
    row('one worker', one),
    row('two workers', two),
  );
  const shares = ratiosOf(bare.map(total), one.map(total));
  const ratios = ratiosOf(two.map(total), one.map(total));
  say(`\nof the bare rate: ${spread(shares, 2)}, ${verdictAtLeast(shares, goals.rate)}`);
  say(`CPU of two workers to that of one: ${spread(ratios, 2)}, ${verdict(ratios, goals.twoWorkers)}`);
  return median(shares) >= goals.rate && median(ratios) <= goals.twoWorkers;
}

function judgeMemory(subject: string, bytes: number, maxBytes: number): boolean {
  const [used, limit] = [bytes, maxBytes].map((value) => (value / mebibyte).toFixed(0));
  const isSmall = bytes <= maxBytes;
  say(`peak memory of ${subject}: ${used ?? ''} MiB, ${isSmall ? 'met' : 'MISSED'} (at most ${limit ?? ''})`);
  return isSmall;
}

async function measure(bench: BenchPlatform, running: DatasetProcesses): Promise<boolean> {
  const rest = createRest(bench.platform.baseUrl, bench.platform.apiKey);
  const paths = await listPhotographs(bench.folder);
  const memory = [running.api, running.worker].map((one) => watchMemory(() => one.pid));
  const dataset = await uploadDataset(rest, 'bench', paths);
  const changed = await listChanged(rest, dataset, await cleanDataset(rest, dataset));
  const isFast = await measureRates({ rest, dataset, running, paths, changed });
  const large = await uploadDataset(rest, 'large', [await makeLargeImage()]);
  await cleanDataset(rest, large);
  const peaks = memory.map((watch) => watch.stop());
  const services = Math.max(...peaks.map(({ service }) => service));
  const children = Math.max(...peaks.map(({ worker }) => worker));
  const isSmall = [
    judgeMemory('the service', services, goals.serviceBytes),
    judgeMemory('a child', children, goals.childBytes),
  ];
  return isFast && isSmall.every(Boolean);
}

const bench = await startBenchPlatform(await temporaryFolder());
try {
  const running = await startDatasetProcesses(bench);
  try {
    if (!(await measure(bench, running))) process.exitCode = 1;
  } finally {
    await running.stop();
  }
} finally {
  await bench.stop();
}
