import { newIdFor } from '@assay/chassis/ids';
import { retryOnConflict } from '@assay/chassis/retry-on-conflict';
import type { Deps } from '../../deps.ts';
import type { FileEntry } from '../content/segment.ts';
import type { Dataset } from '../dataset/dataset.ts';
import { findRaw } from '../version/find-version.ts';
import type { UploadDecision } from './upload-decision.ts';

type PlaceDeps = Pick<Deps, 'versions' | 'segments' | 'uploadDecisions' | 'clock'>;

interface Placing {
  readonly decision: UploadDecision;
  readonly files: readonly FileEntry[];
}

/**
 * Appends the files of an upload to the last segment of raw in one write. The decision names the only segment that may take them: a
 * segment refuses an upload only once it is sealed or full, which never changes again for that upload, so two processes never append
 * the same upload to two segments.
 */
export async function placeUpload(
  deps: PlaceDeps,
  dataset: Dataset,
  { decision: first, files }: Placing,
): Promise<void> {
  const { organizationId, uploadId } = first;
  let decision = first;
  await retryOnConflict(async () => {
    const { segmentId } = decision;
    if (segmentId !== undefined) {
      const result = await deps.segments.append(organizationId, segmentId, { uploadId, files });
      if (result === 'appended') return true;
    }
    const next = await findTail(deps, dataset, segmentId);
    if (next === undefined) return false;
    const isChosen = await deps.uploadDecisions.choose(decision, next);
    decision = isChosen ? { ...decision, segmentId: next } : await deps.uploadDecisions.decide(decision);
    return false;
  });
}

/** Returns the last segment of raw, or adds one if that is `refused`. Resolves to undefined when raw changed at the same time. */
async function findTail(
  { versions, segments }: PlaceDeps,
  dataset: Dataset,
  refused: string | undefined,
): Promise<string | undefined> {
  const raw = await findRaw({ versions }, dataset);
  const last = raw.segmentIds.at(-1);
  if (last !== undefined && last !== refused) return last;
  // The id follows from the segment before, so that an interrupted attempt leaves nothing that is not used.
  const id = newIdFor({ operation: `segment after ${raw.id} ${last ?? ''}` });
  const { organizationId, id: datasetId } = dataset;
  await segments.insert({ id, organizationId, datasetId, versionId: raw.id, isSealed: false, files: [] });
  return (await versions.replaceSegments(raw, [...raw.segmentIds, id])) ? id : undefined;
}
