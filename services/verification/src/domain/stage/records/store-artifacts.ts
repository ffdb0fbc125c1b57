import { createHash } from 'node:crypto';
import { manifest as ingestGate } from '@assay/checks/structure/ingest-gate/manifest';
import type { Deps } from '../../../deps.ts';
import type { StageOutput } from '../stage-job.ts';
import type { Run } from '../../run/run.ts';
import { stagePrefix } from './stage-prefix.ts';
import { previewType } from './preview-type.ts';
import type { StoredArtifact } from '../stage.ts';

interface Picture {
  readonly check: string;
  readonly type: string;
  readonly mimeType: string;
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly legend: string;
}

/** Puts a stage's pictures into storage under names that a repeated stage uses again. */
export async function storeArtifacts(
  deps: Pick<Deps, 'storage'>,
  from: { run: Run; stageSlug: string; output: StageOutput },
): Promise<readonly StoredArtifact[]> {
  const pictures = picturesOf(from.output);
  return Promise.all(pictures.map((picture, index) => storeArtifact(deps, { ...from, picture, index })));
}

function picturesOf({ results, preview }: StageOutput): Picture[] {
  const found = results.flatMap(({ check, artifacts }) =>
    artifacts.map((artifact) => ({ ...artifact, check })),
  );
  if (preview === null) return found;
  const legend = 'The picture as it was examined, made small.';
  return [
    ...found,
    { ...preview, legend, check: ingestGate.slug, type: previewType, mimeType: 'image/jpeg' },
  ];
}

async function storeArtifact(
  { storage }: Pick<Deps, 'storage'>,
  { run, stageSlug, picture, index }: { run: Run; stageSlug: string; picture: Picture; index: number },
): Promise<StoredArtifact> {
  const { bytes, ...described } = picture;
  const storageKey = `${stagePrefix(run, stageSlug)}${index}-${picture.check}-${picture.type}`;
  await storage.put(storageKey, bytes, { contentType: picture.mimeType });
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { ...described, id: artifactId(storageKey), stageSlug, storageKey, sha256 };
}

/** Derived from the place, so that a repeated stage names the same artifact; 24 characters like every id. */
function artifactId(storageKey: string): string {
  const digest = createHash('sha256').update(storageKey).digest('hex');
  return `a${BigInt(`0x${digest}`).toString(36).slice(0, 23)}`;
}
