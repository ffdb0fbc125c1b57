import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { ClaimVerdict, Verdict } from '@assay/proto/runs/v1/run';
import type { Run } from '@assay/proto/runs/v1/run';
import { ReportFormat } from '@assay/proto/runs/v1/runs_service';
import type { StartRunRequest } from '@assay/proto/runs/v1/runs_service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { completedRun, startRunPlatform } from '../run-platform.ts';
import type { RunPlatform } from '../run-platform.ts';

let runPlatform: RunPlatform;
beforeAll(async () => {
  runPlatform = await startRunPlatform();
});
afterAll(() => runPlatform.stop());

const claims = {
  claimed_location_lat: 48.2,
  claimed_location_lng: 16.37,
  claimed_datetime: '2024-07-15T12:00:00+02:00',
};
const bare: Partial<StartRunRequest> = { pipelineSlug: 'geo-time-context', fileIds: [], contextData: claims };

function completed(given: Partial<StartRunRequest>): Promise<Run> {
  return completedRun(runPlatform, { ...bare, ...given });
}

describe('a run of the pipeline for place and time', () => {
  it('needs no file, and says of each claim what became of it', async () => {
    const contextData = { ...claims, shadow_azimuth_deg: 142, claim_text: 'Seen at night.' };
    const run = await completed({ contextData });
    expect(run).toMatchObject({ verdict: Verdict.INCONCLUSIVE, confidence: 0.6, files: [] });
    expect(Object.fromEntries(run.claims.map(({ key, verdict }) => [key, verdict]))).toEqual({
      claimed_location_lat: ClaimVerdict.NOT_CHECKABLE,
      claimed_location_lng: ClaimVerdict.NOT_CHECKABLE,
      claimed_datetime: ClaimVerdict.CONTRADICTED,
      shadow_azimuth_deg: ClaimVerdict.CONTRADICTED,
      claim_text: ClaimVerdict.CONTRADICTED,
    });
    for (const { evidence } of run.claims.slice(2)) {
      expect(evidence).toContainEqual(
        expect.objectContaining({ check: 'sun-position', bearing: 'contradicts' }),
      );
    }
    const { runs, user } = runPlatform;
    for (const format of [ReportFormat.HTML, ReportFormat.MD]) {
      const { content } = await runs.getReport(user, { runId: run.id, projectId: '', format });
      const words = content.toString();
      expect(words).toMatch(/What is claimed, and what became of it/);
      expect(words).toMatch(/Of 5 claims: 3 contradicted, 0 supported, 2 not checkable/);
      expect(words).not.toMatch(/verdict on this file|careful edit|speaks against the file/);
    }
  });

  it('leaves claims open that nothing contradicts', async () => {
    const run = await completed({});
    expect(run).toMatchObject({ verdict: Verdict.UNVERIFIED, confidence: 0 });
    expect(run.stages.map(({ slug }) => slug)).toEqual(['claim-normalise', 'solar-and-exif', 'plausibility']);
    expect(run.claims.map(({ verdict }) => verdict)).toEqual(Array(3).fill(ClaimVerdict.NOT_CHECKABLE));
  });

  it('reads the picture where one is given, which was taken at another time', async () => {
    const run = await completed({ fileIds: runPlatform.order.fileIds });
    const claimed = run.claims.find(({ key }) => key === 'claimed_datetime');
    expect(claimed).toMatchObject({
      verdict: ClaimVerdict.CONTRADICTED,
      evidence: [{ check: 'claim-consistency', bearing: 'contradicts' }],
    });
  });

  it.each<[string, object, object]>([
    [
      'a required key is missing',
      { contextData: { claimed_location_lat: 1 } },
      {
        reason: 'CONTEXT_KEY_MISSING',
        details: {
          requiredKeys: ['claimed_location_lat', 'claimed_location_lng', 'claimed_datetime'],
          providedKeys: ['claimed_location_lat'],
        },
      },
    ],
    [
      'a latitude is none',
      { contextData: { ...claims, claimed_location_lat: 91 } },
      { status: 'INVALID_ARGUMENT', details: { field: 'context.claimed_location_lat' } },
    ],
    [
      'a time is none',
      { contextData: { ...claims, claimed_datetime: 'noon' } },
      { details: { field: 'context.claimed_datetime' } },
    ],
    ['a key is not known', { contextData: { ...claims, mood: 'x' } }, { details: { field: 'context.mood' } }],
  ])('is refused when %s', async (_what, change, refusal) => {
    const { runs, user, order } = runPlatform;
    const refused = await catchRefusal(runs.startRun(user, { ...order, ...bare, ...change }));
    expect(refused).toMatchObject(refusal);
  });
});
