import type { CallContext } from '@assay/chassis/call-context';
import type { Deps } from '../../deps.ts';
import { previewType } from '../stage/records/preview-type.ts';
import type { StoredArtifact } from '../stage/stage.ts';
import { hideBlindResults } from './blind-results.ts';
import { getRun } from './get-run.ts';
import type { RunRef } from './get-run.ts';

/** An artifact with a link that downloads it. */
export interface LinkedArtifact extends StoredArtifact {
  readonly url: string;
}

const linkLifetimeSeconds = 900;

/** The pictures and tables a run's stages made, with fresh links. NOT_FOUND for an unknown run. */
export async function listArtifacts(
  deps: Pick<Deps, 'runs' | 'storage'>,
  call: CallContext,
  ref: RunRef,
): Promise<LinkedArtifact[]> {
  const run = hideBlindResults(await getRun(deps, call, ref));
  const listed = run.stages.flatMap(({ artifacts }) => artifacts).filter(({ type }) => type !== previewType);
  return Promise.all(listed.map((artifact) => linkArtifact(deps, artifact)));
}

export async function linkArtifact(
  { storage }: Pick<Deps, 'storage'>,
  artifact: StoredArtifact,
): Promise<LinkedArtifact> {
  const { check, type, mimeType, storageKey } = artifact;
  const { url } = await storage.presignDownload(storageKey, {
    expiresInSeconds: linkLifetimeSeconds,
    fileName: `${check}-${type}.${mimeType.split('/')[1] ?? 'bin'}`,
    contentType: mimeType,
  });
  return { ...artifact, url };
}
