import { pause } from '@assay/chassis/process/pause';
import { EnrichmentStatus } from '@assay/proto/files/v1/file';
import type { File } from '@assay/proto/files/v1/file';
import type { Deps } from '../../deps.ts';
import { readUnitFiles } from './read-unit.ts';
import type { JobUnit } from './read-unit.ts';
import { sortedJson } from './sorted-json.ts';
import type { UnitResult } from './unit.ts';

/** The delays between two questions for the status of the files; the last one repeats. */
const pausesMs = [100, 200, 400, 800, 1_600];

/** Enriches the files of a unit: requests it from projects-files, and waits until every file was read or could not be read. */
export async function enrichFiles(
  deps: Pick<Deps, 'segments' | 'datasetFiles'>,
  job: JobUnit,
  signal: AbortSignal,
): Promise<readonly UnitResult[]> {
  const entries = await readUnitFiles(deps, job);
  const fileIds = entries.map(({ fileId }) => fileId);
  for (let attempt = 0; ; attempt += 1) {
    const files = await deps.datasetFiles.enrich(job.unit.organizationId, fileIds, signal);
    if (!files.some(isOpen)) return toResults(fileIds, files);
    await pause(pausesMs[attempt] ?? pausesMs.at(-1) ?? 0, signal);
    signal.throwIfAborted();
  }
}

function isOpen({ enrichmentStatus }: File): boolean {
  return enrichmentStatus === EnrichmentStatus.PENDING || enrichmentStatus === EnrichmentStatus.RUNNING;
}

function toResults(fileIds: readonly string[], files: readonly File[]): readonly UnitResult[] {
  const byId = new Map(files.map((file) => [file.id, file]));
  return fileIds.map((fileId) => {
    const { enrichment, enrichmentError = 'the file is gone' } = byId.get(fileId) ?? {};
    return enrichment === undefined
      ? { fileId, outcome: 'unchanged', enrichmentError }
      : { fileId, outcome: 'unchanged', enrichment: sortedJson(enrichment) };
  });
}
