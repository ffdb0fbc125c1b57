import type { CommitDeps } from './commit-upload.ts';
import { commitTo } from './commit-upload.ts';

interface OverdueUpload {
  readonly organizationId: string;
  readonly datasetId: string;
  readonly uploadId: string;
}

/**
 * Ends an upload that has waited for a long time: it is discarded, unless a call decided to commit it. Whichever decision is stored
 * first counts.
 */
export async function settleUpload(
  deps: CommitDeps,
  { organizationId, datasetId, uploadId }: OverdueUpload,
): Promise<void> {
  const dataset = await deps.datasets.find(organizationId, datasetId);
  if (dataset !== undefined) {
    if (await deps.segments.hasUpload(organizationId, datasetId, uploadId)) {
      await deps.datasetFiles.finish(organizationId, uploadId);
      return;
    }
    const decidedAt = deps.clock.now();
    const name = { uploadId, organizationId, datasetId };
    const { decision } = await deps.uploadDecisions.decide({ ...name, decision: 'discarded', decidedAt });
    if (decision === 'committed') {
      await commitTo(deps, dataset, uploadId);
      return;
    }
  }
  await deps.datasetFiles.discard(organizationId, uploadId);
}
