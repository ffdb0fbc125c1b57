import type { CallContext } from '@assay/chassis/call-context';
import { notFound } from '@assay/chassis/errors';
import { newIdFor } from '@assay/chassis/ids';
import { retryOnConflict } from '@assay/chassis/retry-on-conflict';
import type { Deps } from '../../deps.ts';
import { getDataset } from '../dataset/get-dataset.ts';
import { releaseAfterMs } from '../release/collect-releases.ts';
import { findRaw } from '../version/find-version.ts';

interface FileName {
  readonly datasetId: string;
  readonly fileId: string;
}

/**
 * Removes a file from the raw version. Other versions keep it, so a sealed segment is not changed: raw names a copy without the file.
 * The release is stored first; if this process dies before the removal, the release finds that raw still names the file.
 */
export async function removeFile(
  deps: Pick<Deps, 'datasets' | 'versions' | 'segments' | 'releases' | 'datasetFiles' | 'clock'>,
  call: CallContext,
  { datasetId, fileId }: FileName,
): Promise<void> {
  const { organizationId } = call;
  const dataset = await getDataset(deps, call, datasetId);
  await retryOnConflict(async () => {
    const raw = await findRaw(deps, dataset);
    const held = await deps.segments.findFile(organizationId, raw.segmentIds, fileId);
    if (held === undefined) throw notFound('file');
    const { segmentId, isSealed, entry } = held;
    const dueAt = new Date(deps.clock.now().getTime() + releaseAfterMs);
    const id = `${segmentId}.${fileId}`;
    const segmentIds = isSealed ? [segmentId] : [];
    await deps.releases.insert({ id, organizationId, datasetId, fileIds: [fileId], segmentIds, dueAt });
    if (!isSealed) return deps.segments.pullFile(organizationId, segmentId, entry);
    const copyId = newIdFor({ operation: `copy of ${segmentId} without ${fileId}` });
    await deps.segments.copyWithout(organizationId, segmentId, { id: copyId, fileId });
    const [copy] = await deps.segments.listHeaders(organizationId, [copyId]);
    // The last segment stays although it is empty: the id of the next one follows from it.
    const isDropped = copy?.fileCount === 0 && raw.segmentIds.at(-1) !== segmentId;
    const replaced = raw.segmentIds.flatMap((named) => {
      if (named !== segmentId) return [named];
      return isDropped ? [] : [copyId];
    });
    return deps.versions.replaceSegments(raw, replaced);
  });
  await deps.datasetFiles.unlist(organizationId, { datasetId, fileIds: [fileId] });
}
