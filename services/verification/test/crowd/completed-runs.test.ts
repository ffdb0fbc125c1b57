import { callByService } from '@assay/test-kit/test-platform';
import { ReportFormat } from '@assay/proto/runs/v1/runs_service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { awaitEnd, awaitRequest, marking, startAnalysed } from './analysed-run.ts';
import { startCrowdPlatform } from './crowd-platform.ts';
import type { CrowdPlatform } from './crowd-platform.ts';

let crowd: CrowdPlatform;
beforeAll(async () => {
  crowd = await startCrowdPlatform();
});
afterAll(() => crowd.stop());

describe('a completed run that asked people', () => {
  it('states their answers in each form of its report, and its bundle opens the commitment', async () => {
    const run = await startAnalysed(crowd);
    const { stageId } = await awaitRequest(crowd, run, marking);
    const areas = [{ fileId: run.files[0]?.id ?? '', x: 0, y: 0, width: 0.5, height: 1 }];
    const texts = { reason: 'a private remark' };
    for (let count = 0; count < 5; count += 1)
      await crowd.respond(run, { stageId, value: 'yes', areas, texts });
    await awaitEnd(crowd, run);
    const ref = { runId: run.id, projectId: '' };
    const user = crowd.user(run);
    const read = async (format: ReportFormat) =>
      Buffer.from((await crowd.asUser.getReport(user, { ...ref, format })).content).toString();
    for (const format of [ReportFormat.HTML, ReportFormat.MD]) {
      const report = await read(format);
      expect(report).toContain('5 answered, of at most 7');
      expect(report).toContain('has not been measured yet');
      expect(report).not.toContain('private remark');
    }
    expect(await read(ReportFormat.HTML)).toContain('Their overlap (IoU) is 1.00.');
    expect(await read(ReportFormat.PDF)).toMatch(/^%PDF/u);
    const { bundleLink } = await crowd.asBundleReader.createBundleLink(user, ref);
    const content = Buffer.from(await (await fetch(bundleLink?.url ?? '')).arrayBuffer());
    expect(await crowd.asBundleReader.verifyBundle(callByService('gateway'), { content })).toMatchObject({
      verification: { valid: true, problems: [] },
    });
    expect(content.includes('machine-results.json')).toBe(true);
    expect(content.includes('private remark')).toBe(false);
  });
});
