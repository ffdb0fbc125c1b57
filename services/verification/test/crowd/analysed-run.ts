import { createHash } from 'node:crypto';
import { newId } from '@assay/chassis/ids';
import { finding } from '@assay/checks/check/check-result';
import { eventually } from '@assay/test-kit/eventually';
import type { ResponsesRequested } from '@assay/proto/runs/v1/run_events';
import sharp from 'sharp';
import { expect } from 'vitest';
import { imageExpertReview } from '../../src/domain/pipeline/definitions/image-expert-review.ts';
import type { Run } from '../../src/domain/run/run.ts';
import { toFindings } from '../../src/domain/stage/records/findings.ts';
import { stagePrefix } from '../../src/domain/stage/records/stage-prefix.ts';
import type { RunStage, StoredArtifact } from '../../src/domain/stage/stage.ts';
import type { CrowdPlatform } from './crowd-platform.ts';

export const marking = 'crowd-anomaly-marking';
export const secret = 'The same secret content was found twice';

/** White in the left half. */
async function drawLeftHalf(): Promise<Buffer> {
  const half = await sharp({ create: { width: 50, height: 100, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  return sharp({ create: { width: 100, height: 100, channels: 3, background: '#000' } })
    .composite([{ input: half, left: 0, top: 0 }])
    .png()
    .toBuffer();
}

async function storeMaps(
  crowd: CrowdPlatform,
  run: Run,
  stage: RunStage,
): Promise<readonly StoredArtifact[]> {
  const bytes = await drawLeftHalf();
  return Promise.all(
    ['heatmap', 'region'].map(async (type) => {
      const storageKey = `${stagePrefix(run, stage.slug)}${type}`;
      await crowd.storage.put(storageKey, bytes, { contentType: 'image/png' });
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const facts = { id: newId(), stageSlug: stage.slug, check: 'copy-move', legend: secret };
      return { ...facts, type, mimeType: 'image/png', storageKey, width: 100, height: 100, sha256 };
    }),
  );
}

/** Starts a run whose machine stages have ended with findings and a map. */
export async function startAnalysed(
  crowd: CrowdPlatform,
  input: Parameters<CrowdPlatform['startRun']>[0] = {},
): Promise<Run> {
  const identity = {
    slug: 'copy-move',
    version: '1',
    kind: 'structural',
    criterion: 'duplication',
  } as const;
  const found = finding(identity, { statement: secret, llrManipulated: 0.3, facts: { secret } });
  const at = new Date();
  return crowd.startRun({ pipeline: imageExpertReview, ...input }, async (created) => ({
    ...created,
    stages: await Promise.all(
      created.stages.map(async (stage) => {
        if (stage.task?.kind !== 'examine') return stage;
        const isPixels = stage.slug === 'pixel-traces';
        const findings = toFindings(isPixels ? [found] : []);
        const artifacts = isPixels ? await storeMaps(crowd, created, stage) : [];
        const ended = { status: 'completed', startedAt: at, completedAt: at, summary: secret } as const;
        return { ...stage, ...ended, findings, artifacts };
      }),
    ),
  }));
}

/** Resolves to the request of a stage. */
export const awaitRequest = (crowd: CrowdPlatform, run: Run, slug: string): Promise<ResponsesRequested> =>
  eventually(() => {
    const found = crowd.requested.find(({ runId, stageSlug }) => runId === run.id && stageSlug === slug);
    if (found === undefined) throw new Error('nothing is requested');
    return found;
  });

export async function awaitEnd(crowd: CrowdPlatform, run: Run): Promise<Run> {
  return eventually(async () => {
    const found = await crowd.find(run);
    expect(['completed', 'failed']).toContain(found?.status);
    if (found === undefined) throw new Error('the run is gone');
    return found;
  });
}
