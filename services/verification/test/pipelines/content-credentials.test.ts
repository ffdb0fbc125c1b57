import { Verdict } from '@assay/proto/runs/v1/run';
import type { Run } from '@assay/proto/runs/v1/run';
import { ReportFormat } from '@assay/proto/runs/v1/runs_service';
import { awaitEnrichment } from '@assay/test-kit/verify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onePage, pdfOf } from '../../../media/test/build-pdf.ts';
import { wavOf } from '../../../media/test/build-sound.ts';
import { aviOf } from '../../../media/test/build-video.ts';
import { createSigningIdentity } from '../../../media/test/signing/certificates.ts';
import { signImage } from '../../../media/test/signing/sign-image.ts';
import { completedRun, startRunPlatform } from '../run-platform.ts';
import type { RunPlatform } from '../run-platform.ts';

let runPlatform: RunPlatform;
beforeAll(async () => {
  runPlatform = await startRunPlatform();
});
afterAll(() => runPlatform.stop());

const digitalSourceType = 'http://cv.iptc.org/newscodes/digitalsourcetype/digitalCapture';
const claim = { action: 'c2pa.created', digitalSourceType, edits: ['c2pa.trimmed'] };

async function runOn(pipelineSlug: string, type: string, bytes: Buffer): Promise<Run> {
  const { rest, order } = runPlatform;
  const { body } = await rest.upload(order.projectId, { name: 'signed', bytes, type });
  const { id } = body as { id: string };
  await awaitEnrichment(rest, id);
  return completedRun(runPlatform, { pipelineSlug, fileIds: [id] });
}

async function readReport({ id: runId }: Run): Promise<string> {
  const { runs, user } = runPlatform;
  const { content } = await runs.getReport(user, { runId, projectId: '', format: ReportFormat.MD });
  return content.toString();
}

const video = await aviOf(1);

describe('a run of a file with Content Credentials', () => {
  it.each([
    ['audio-authenticity', 'audio/wav', wavOf({ seconds: 1 }), wavOf({ seconds: 1 }).subarray(36, 48)],
    ['video-authenticity', 'video/x-msvideo', video, Buffer.from('00dc')],
    ['document-integrity', 'application/pdf', pdfOf(onePage('sum 100 EUR')), Buffer.from('sum ')],
  ] as const)('of %s reports three bytes changed after signing', async (...[slug, type, bytes, mark]) => {
    const identity = createSigningIdentity('A maker');
    const signed = Buffer.from(await signImage(bytes, identity, { ...claim, mimeType: type }));
    const intact = await runOn(slug, type, signed);
    expect(intact.verdict).toBe(Verdict.UNVERIFIED);
    expect(intact.stages[0]?.slug).toBe('provenance');
    const report = await readReport(intact);
    expect(report).toContain('The Content Credentials are intact since A maker signed them');
    expect(report).toContain('What its Content Credentials state');
    expect(report).toContain('created; trimmed');

    const place = signed.lastIndexOf(mark) + mark.length;
    for (const at of [place, place + 1, place + 2]) signed[at] = (signed[at] ?? 0) ^ 1;
    const changed = await runOn(slug, type, signed);
    expect(changed.verdict).toBe(Verdict.INCONCLUSIVE);
    expect(changed.explanation).toContain('no longer match its signed Content Credentials');
    const openReport = await readReport(changed);
    expect(openReport).toContain('no longer match its signed Content Credentials');
    expect(openReport).toContain('edits only tags or other metadata of a signed file');
  });
});
