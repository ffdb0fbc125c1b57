import type { S3Client } from '@aws-sdk/client-s3';
import type { LaunchedPlatform } from '@assay/test-kit/launched-platform';
import type { Db } from 'mongodb';
import { readAnswer } from '../bench-platform.ts';
import { measureAdjacent, median, ratiosOf, spread } from '../adjacent.ts';
import { measureAtRest, measureOwnCpu, sumCpu } from '../process-cpu.ts';
import { measureAddedMemory } from '../process-peak.ts';

import { printTable, say, verdict } from '../report.ts';
import { openBareContent, signLinks } from './bare-content.ts';
import type { FilledDataset } from './create-dataset.ts';
import { describeLimit } from './limits.ts';
import { listReaders, measureCpu } from './read-content.ts';

interface Content {
  readonly platform: LaunchedPlatform;
  readonly db: Db;
  /** The presigner of the SDK is the baseline of exports. */
  readonly s3: S3Client;
  readonly dataset: FilledDataset;
  readonly versionId: string;
}

const rounds = 5;
const repetitions = 5;
const restSeconds = 10;
const goals = { manifest: 3, diff: 3, export: 1.5 } as const;
const operations = ['manifest', 'diff', 'export'] as const;

function listPaths({ dataset: { path, rawVersionId }, versionId }: Content) {
  const derived = `${path}/versions/${versionId}`;
  return {
    manifest: `${derived}/manifest`,
    diff: `${path}/versions/${rawVersionId}/diff/${versionId}`,
    export: `${derived}/export`,
  };
}

/** Prints the CPU of gateway and services for whole answers, and that of a bare loop. Returns false if a bound is broken. */
export async function compareCpu(content: Content): Promise<boolean> {
  const { platform, db, s3, dataset, versionId } = content;
  const paths = listPaths(content);
  const bare = openBareContent(db);
  const files = await bare.list(versionId);
  const atRest = sumCpu(await measureAtRest(listReaders(platform), restSeconds));
  const read =
    (path: string, times = repetitions) =>
    () =>
      measureCpu(platform, { repetitions: times, atRest }, () => readAnswer(platform, path));
  const own = (loop: () => Promise<unknown>) => () => measureOwnCpu(repetitions, loop);
  const measured = await measureAdjacent(
    {
      bareManifest: own(() => bare.writeLines(versionId)),
      manifest: read(paths.manifest),
      bareDiff: own(() => bare.compare(dataset.rawVersionId, versionId)),
      diff: read(paths.diff),
      bareExport: () => measureOwnCpu(1, () => signLinks(s3, files)),
      export: read(paths.export, 1),
    },
    rounds,
    2,
  );
  const bares = { manifest: 'bareManifest', diff: 'bareDiff', export: 'bareExport' } as const;
  const ratios = (name: (typeof operations)[number]) => ratiosOf(measured[name], measured[bares[name]]);
  say('\nms of CPU for one complete answer');
  say(`taken off, as it is taken at rest: ${atRest.toFixed(0)} ms a second`);
  printTable(
    ['', 'bare loop', 'gateway and services', 'ratio', 'goal'],
    ...operations.map((name) => [
      ...[name, spread(measured[bares[name]], 1), spread(measured[name], 1)],
      ...[spread(ratios(name), 2), verdict(ratios(name), goals[name])],
    ]),
  );
  return operations.every((name) => median(ratios(name)) <= goals[name]);
}

const maxAddedMb = 64;

/** Prints by how much the first answers after a start raise the memory of each process. Returns false if a bound is broken. */
export async function measureMemory(content: Content): Promise<boolean> {
  const { platform } = content;
  const { gateway, datasets, 'projects-files': files } = platform.processes;
  const rows: { readonly cells: readonly string[]; readonly isMet: boolean }[] = [];
  for (const [name, path] of Object.entries(listPaths(content))) {
    for (const process of [files, datasets, gateway]) await process.restart();
    // Loads the code of all layers, which is no part of the answer.
    await readAnswer(platform, `${content.dataset.path}/versions`);
    const added = await measureAddedMemory(listReaders(platform), () => readAnswer(platform, path));
    const megabytes = Object.values(added).map((bytes) => bytes / 2 ** 20);
    const largest = Math.max(...megabytes);
    const cells = [
      name,
      ...megabytes.map((value) => value.toFixed(0)),
      describeLimit(Math.ceil(largest), maxAddedMb),
    ];
    rows.push({ cells, isMet: largest <= maxAddedMb });
  }
  say('\nMB that one answer adds to the memory of a process that has just started');
  printTable(['', 'gateway', 'datasets', 'projects-files', 'goal'], ...rows.map(({ cells }) => cells));
  return rows.every(({ isMet }) => isMet);
}
