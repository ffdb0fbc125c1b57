import { LedgerEntryType } from '@assay/proto/billing/v1/account';
import { Role } from '@assay/proto/access/v1/access';
import { Verdict } from '@assay/proto/runs/v1/run';
import { eventually } from '@assay/test-kit/eventually';
import { callBy } from '@assay/test-kit/test-platform';
import { awaitEnrichment } from '@assay/test-kit/verify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wavOf } from '../../../media/test/build-sound.ts';
import { completedRun, startRunPlatform } from '../run-platform.ts';
import type { RunPlatform } from '../run-platform.ts';

let on: RunPlatform;
let fileId: string;
const pipelineSlug = 'audio-authenticity';

beforeAll(async () => {
  on = await startRunPlatform();
  const note = { name: 'note.wav', bytes: Buffer.from(wavOf({ seconds: 2 })), type: 'audio/wav' };
  const { body } = await on.rest.upload(on.order.projectId, note);
  ({ id: fileId } = body as { id: string });
  await awaitEnrichment(on.rest, fileId);
});
afterAll(() => on.stop());

async function readLedger(runId: string): Promise<readonly (readonly [LedgerEntryType, number])[]> {
  const admin = callBy({ organizationId: on.organizationId, role: Role.ADMIN });
  const page = { type: LedgerEntryType.UNSPECIFIED, runId, limit: 20, offset: 0 };
  const { entries } = await on.billing.listLedger(admin, page);
  return entries.map(({ type, amountCents }) => [type, amountCents] as const).toReversed();
}

describe('a recording that no check can examine', () => {
  it('is warned of before anything is paid for', async () => {
    const { estimate } = await on.runs.estimateRun(on.user, { ...on.order, pipelineSlug, fileIds: [fileId] });
    expect(estimate).toMatchObject({ minCents: 0, expectedCents: 0, maxCents: 5 });
    expect(estimate?.warnings).toMatchObject([{ code: 'NOT_EXAMINABLE', fileId }]);
    expect(estimate?.warnings[0]?.reason).toContain('The recording lasts 2.0 s; the checks need');
  });

  it('completes as not examined, with its hold released and nothing charged', async () => {
    const run = await completedRun(on, { pipelineSlug, fileIds: [fileId] });
    expect(run).toMatchObject({ verdict: Verdict.UNVERIFIED, headline: 'Not examined', costCents: 0 });
    expect(run.scorecard).toMatchObject({ coverage: 0 });
    expect(run.explanation).toContain('the recording lasts 2.0 s');
    expect(run.report).toContain('# Not examined');
    const { HOLD, RELEASE } = LedgerEntryType;
    await eventually(async () => {
      expect((await readLedger(run.id)).map(([type]) => type)).toEqual([HOLD, RELEASE]);
    });
    const [held, released] = await readLedger(run.id);
    expect(Math.abs(released?.[1] ?? 0)).toBe(Math.abs(held?.[1] ?? -1));
  });
});
