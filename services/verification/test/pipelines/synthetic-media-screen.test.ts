import { Verdict } from '@assay/proto/runs/v1/run';
import type { Run } from '@assay/proto/runs/v1/run';
import { ReportFormat } from '@assay/proto/runs/v1/runs_service';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { awaitEnrichment } from '@assay/test-kit/verify';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onePage, pdfOf } from '../../../media/test/build-pdf.ts';
import { mp3Of, wavOf } from '../../../media/test/build-sound.ts';
import { createSigningIdentity } from '../../../media/test/signing/certificates.ts';
import { signImage } from '../../../media/test/signing/sign-image.ts';
import { completedRun, startRunPlatform } from '../run-platform.ts';
import type { RunPlatform } from '../run-platform.ts';

let runPlatform: RunPlatform;
beforeAll(async () => {
  runPlatform = await startRunPlatform();
});
afterAll(() => runPlatform.stop());

const pipelineSlug = 'synthetic-media-screen';
const generated = 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia';

async function upload(name: string, type: string, bytes: Buffer): Promise<string> {
  const { rest, order } = runPlatform;
  const { body } = await rest.upload(order.projectId, { name, bytes, type });
  const { id } = body as { id: string };
  await awaitEnrichment(rest, id);
  return id;
}

function screened(fileId: string): Promise<Run> {
  const contextData = { claimed_source: 'A reader sent it.' };
  return completedRun(runPlatform, { pipelineSlug, fileIds: [fileId], contextData });
}

async function reportOf(run: Run): Promise<string> {
  const { runs, user } = runPlatform;
  const { content } = await runs.getReport(user, { runId: run.id, projectId: '', format: ReportFormat.MD });
  return content.toString();
}

/** A WAV file whose Content Credentials say that a model made it. */
async function signedSound(): Promise<Buffer> {
  const claim = { action: 'c2pa.created', digitalSourceType: generated, mimeType: 'audio/wav' };
  return Buffer.from(await signImage(wavOf({ seconds: 1 }), createSigningIdentity('A voice service'), claim));
}

describe('a run of the screen for synthetic media', () => {
  it('calls a picture synthetic whose settings are in it', async () => {
    const parameters = 'a cat\nSteps: 20, Sampler: Euler a, CFG scale: 7, Seed: 1';
    const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
    const bytes = await sharp({ create: { width: 600, height: 400, channels: 3, noise, background: '#888' } })
      .withExif({ IFD0: { ImageDescription: parameters } })
      .png()
      .toBuffer();
    const run = await screened(await upload('cat.png', 'image/png', bytes));
    expect(run).toMatchObject({ verdict: Verdict.SYNTHETIC, pipelineVersion: '1' });
    expect(run.stages.map(({ slug }) => slug)).toEqual([
      ...['provenance', 'generator-metadata', 'spectral-screen', 'fusion'],
    ]);
    const report = await reportOf(run);
    expect(report).toContain('A text in the file claims that');
    expect(report).toContain('cannot be told from a photograph');
    expect(report).toMatch(
      /files that hold the text of a generator, like this file; a rate takes at least 30/,
    );
    const { artifacts } = await runPlatform.runs.listArtifacts(runPlatform.user, {
      runId: run.id,
      projectId: '',
    });
    expect(artifacts.map(({ type }) => type)).toContain('spectrum');
  });

  it('calls a photograph without any sign unverified, and says what it cannot see', async () => {
    const run = await screened(runPlatform.order.fileIds[0] ?? '');
    expect(run).toMatchObject({ verdict: Verdict.UNVERIFIED, confidence: 0 });
    expect(run.explanation).toContain('a generated file whose traces were removed');
    const report = await reportOf(run);
    expect(report).toContain('Content made by a generator');
    expect(report).toMatch(/Only \d+ of the altered files were judged; a rate takes at least 30/);
  });

  it.each([
    [
      'names its generator',
      'song.mp3',
      'audio/mpeg',
      () => mp3Of(2, { TSSE: 'Suno 4' }),
      'names the generator Suno',
    ],
    ['was signed as generated', 'voice.wav', 'audio/wav', signedSound, 'declares that an AI model made this'],
  ] as const)('calls a recording synthetic that %s', async (...[, name, type, bytes, words]) => {
    const run = await screened(await upload(name, type, await bytes()));
    expect(run.verdict).toBe(Verdict.SYNTHETIC);
    expect(run.explanation).toContain(words);
  });

  it('calls a recording without any sign unverified', async () => {
    const run = await screened(await upload('tone.wav', 'audio/wav', wavOf({ seconds: 1 })));
    expect(run).toMatchObject({ verdict: Verdict.UNVERIFIED, confidence: 0 });
  });

  it('takes no document', async () => {
    const fileId = await upload('page.pdf', 'application/pdf', pdfOf(onePage('1 EUR')));
    const { runs, user, order } = runPlatform;
    const refused = await catchRefusal(runs.startRun(user, { ...order, pipelineSlug, fileIds: [fileId] }));
    expect(refused).toMatchObject({ reason: 'FILES_UNSUITABLE' });
  });
});
