import type { ObjectStorage } from '@assay/chassis/storage/object-storage';
import type { LaunchedPlatform } from '@assay/test-kit/launched-platform';
import type { Db } from 'mongodb';
import { measureAdjacent, median, ratiosOf, spread } from '../adjacent.ts';
import { printTable, say, verdict } from '../report.ts';
import { openBareContent, signLinks } from './bare-content.ts';
import type { FilledDataset } from './create-dataset.ts';
import { describeLimit } from './limits.ts';
import { measureAddedMemory, measureCpu, measureOwnCpu, readAnswer } from './read-content.ts';

interface Content {
  readonly platform: LaunchedPlatform;
  readonly db: Db;
  readonly storage: Pick<ObjectStorage, 'presignDownload'>;
  readonly dataset: FilledDataset;
  readonly versionId: string;
}

const rounds = 5;
const repetitions = 5;
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
  const { platform, db, storage, dataset, versionId } = content;
  const paths = listPaths(content);
  const bare = openBareContent(db);
  const files = await bare.list(versionId);
  const read = (path: string) => () => measureCpu(platform, repetitions, () => readAnswer(platform, path));
  const own = (loop: () => Promise<unknown>) => () => measureOwnCpu(repetitions, loop);
  const measured = await measureAdjacent(
    {
      bareManifest: own(() => bare.writeLines(versionId)),
      manifest: read(paths.manifest),
      bareDiff: own(() => bare.compare(dataset.rawVersionId, versionId)),
      diff: read(paths.diff),
      bareExport: () => measureOwnCpu(1, () => signLinks(storage, files)),
      export: () => measureCpu(platform, 1, () => readAnswer(platform, paths.export)),
    },
    rounds,
    2,
  );
  const bares = { manifest: 'bareManifest', diff: 'bareDiff', export: 'bareExport' } as const;
  const ratios = (name: (typeof operations)[number]) => ratiosOf(measured[name], measured[bares[name]]);
  say('\nms of CPU for one complete answer');
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
    const added = await measureAddedMemory(platform, () => readAnswer(platform, path));
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
