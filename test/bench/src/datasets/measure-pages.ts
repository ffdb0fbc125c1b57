import { newId } from '@assay/chassis/ids';
import { getVersionPage } from '../../../../services/datasets/src/domain/version/read-version.ts';
import { createDatasetStore } from '../../../../services/datasets/src/store/dataset-store.ts';
import { createSegmentStore } from '../../../../services/datasets/src/store/segment-store.ts';
import { createVersionStore } from '../../../../services/datasets/src/store/version-store.ts';
import type { WireCost, WireMeter } from '../growth/wire-meter.ts';
import { printTable, say } from '../report.ts';
import type { FilledDataset } from './create-dataset.ts';
import { describeLimit } from './limits.ts';

interface NamedVersion {
  readonly name: string;
  readonly dataset: FilledDataset;
  readonly versionId: string;
}

const maxRatio = 1.5;
const pageLimit = 50;

/** Prints the cost of the first and of the last page of versions at the database. Returns false if a bound is broken. */
export async function comparePages(meter: WireMeter, versions: readonly NamedVersion[]): Promise<boolean> {
  const rows: { readonly cells: readonly string[]; readonly isMet: boolean }[] = [];
  for (const version of versions) {
    const [first, last] = await measurePages(meter, version);
    const ratio = Math.max(last.bytes / first.bytes, last.commands / first.commands);
    const cells = [first, last].map(
      ({ bytes, commands }) => `${bytes.toLocaleString('en')} / ${commands.toString()}`,
    );
    const described = [version.name, ...cells, ratio.toFixed(2), describeLimit(ratio, maxRatio)];
    rows.push({ cells: described, isMet: ratio <= maxRatio });
  }
  say('\nBytes on the wire / commands of a page of 50 files');
  printTable(['', 'page 1', 'last page', 'ratio', 'goal'], ...rows.map(({ cells }) => cells));
  return rows.every(({ isMet }) => isMet);
}

async function measurePages(
  meter: WireMeter,
  { dataset: { id: datasetId, organizationId }, versionId }: NamedVersion,
): Promise<readonly [first: WireCost, last: WireCost]> {
  const { db } = meter;
  const relay = { notify: () => undefined };
  const deps = {
    datasets: createDatasetStore(db, relay),
    versions: createVersionStore(db, relay),
    segments: createSegmentStore(db),
  };
  const call = {
    actor: { kind: 'service', service: 'bench' } as const,
    organizationId,
    requestId: newId(),
    traceparent: undefined,
    deadline: new Date(Date.now() + 60_000),
    signal: new AbortController().signal,
  };
  const read = async (page: number): Promise<number> => {
    const { files, version } = await getVersionPage(deps, call, {
      datasetId,
      versionId,
      page,
      limit: pageLimit,
    });
    if (files.length !== pageLimit)
      throw new Error(`page ${page.toString()} has ${files.length.toString()} files`);
    return version.fileCount;
  };
  // The first read of raw computes and stores the hash of its manifest.
  const lastPage = Math.floor((await read(1)) / pageLimit);
  return [await meter.measure(() => read(1)), await meter.measure(() => read(lastPage))];
}
