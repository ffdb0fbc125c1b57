import type { CallContext } from '@assay/chassis/call-context';
import type { Artifact } from '@assay/proto/runs/v1/run';
import type { ListArtifactsRequest, ListArtifactsResponse } from '@assay/proto/runs/v1/runs_service';
import type { Deps } from '../deps.ts';
import type { StoredArtifact } from '../domain/run.ts';
import { previewType } from '../stages/store-artifacts.ts';
import { findRun } from './find-run.ts';

const linkLifetimeSeconds = 900;

export async function listArtifacts(
  deps: Pick<Deps, 'runs' | 'storage'>,
  call: CallContext,
  request: ListArtifactsRequest,
): Promise<ListArtifactsResponse> {
  const run = await findRun(deps, call, request);
  const stored = run.stages.flatMap(({ artifacts }) => artifacts).filter(({ type }) => type !== previewType);
  return { artifacts: await Promise.all(stored.map((artifact) => toArtifactMessage(deps, artifact))) };
}

async function toArtifactMessage(
  { storage }: Pick<Deps, 'storage'>,
  artifact: StoredArtifact,
): Promise<Artifact> {
  const { id, stageSlug, check, type, mimeType, storageKey, width, height, legend, sha256 } = artifact;
  const fileName = `${check}-${type}.${mimeType.split('/')[1] ?? 'bin'}`;
  const { url } = await storage.presignDownload(storageKey, {
    expiresInSeconds: linkLifetimeSeconds,
    fileName,
    contentType: mimeType,
  });
  return { id, stageSlug, type, mimeType, url, width, height, legend, sha256 };
}
