import type { Deps } from '../../deps.ts';
import type { FileEntry } from '../content/segment.ts';
import type { Version } from '../version/version.ts';
import { JobError } from './end-job.ts';
import type { ReadFeatures, UnitResult } from './unit.ts';

/** A file of the source of a job with the result of its treatment. */
export interface JobFile {
  /** The number of the file in the source, from 0. */
  readonly place: number;
  readonly entry: FileEntry;
  readonly result: UnitResult;
}

/** The files of one segment of the source. */
export interface JobSegment {
  readonly segmentId: string;
  readonly files: readonly JobFile[];
}

/** Reads all files of a job with their results, one segment of the source at a time, and of the features only a part. */
export async function* readJobFiles(
  deps: Pick<Deps, 'segments' | 'units'>,
  version: Version,
  features: ReadFeatures,
): AsyncGenerator<JobSegment> {
  const { organizationId, id } = version;
  const results = flatten(deps.units.readResults(organizationId, id, features));
  let place = 0;
  for (const segmentId of version.source?.segmentIds ?? []) {
    const files: JobFile[] = [];
    const segment = await deps.segments.find(organizationId, segmentId);
    for (const entry of segment?.files ?? []) {
      const { value: result } = await results.next();
      if (result?.fileId !== entry.fileId) throw new JobError('The results of the job are incomplete.');
      files.push({ place, entry, result });
      place += 1;
    }
    yield { segmentId, files };
  }
}

async function* flatten(
  batches: AsyncIterable<readonly UnitResult[]>,
): AsyncGenerator<UnitResult, undefined, undefined> {
  for await (const batch of batches) yield* batch;
  return undefined;
}
