import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { samplePhotograph } from '@assay/local/verification/sample-photograph';
import { awaitRunEnd, awaitEnrichment } from '@assay/test-kit/verify';
import { describe, expect, it } from 'vitest';
import { compoundFileOf } from '../../../services/media/test/build-doc.ts';
import { appendRevision, onePage, pdfOf, stream } from '../../../services/media/test/build-pdf.ts';
import { withPlatform } from './started-platform.ts';

const client = withPlatform();

describe('a photograph', () => {
  it('is stored, enriched, examined and reported on, and costs exactly what the catalog says', async () => {
    const rest = client();
    const photograph = samplePhotograph();
    const { body: catalog } = await rest.get('/v2/pipelines/catalog');
    const { costCredits } = catalog.find(({ slug }: { slug: string }) => slug === 'image-authenticity');
    const { body: before } = await rest.get('/v2/transactions/balance');

    const { body: project } = await rest.post('/v2/projects', { name: 'Desk' });
    const uploaded = await rest.upload(project.id, photograph);
    expect([uploaded.status, uploaded.body.enrichmentStatus]).toEqual([201, 'pending']);
    const file = await awaitEnrichment(rest, uploaded.body.id);
    const sha256 = createHash('sha256')
      .update(await readFile(photograph))
      .digest('hex');
    expect(file).toMatchObject({
      mimeType: 'image/jpeg',
      enrichmentStatus: 'completed',
      enrichment: { sha256 },
    });

    const started = await rest.post(`/v2/projects/${project.id}/verification-runs`, {
      pipelineSlug: 'image-authenticity',
      fileIds: [file.id],
    });
    expect([started.status, started.body.status]).toEqual([201, 'pending']);
    const run = await awaitRunEnd(rest, started.body);
    expect(run).toMatchObject({
      status: 'completed',
      verdict: 'unverified',
      pipelineId: 'image-authenticity',
    });
    expect(run.explanation).toContain('no proof');
    expect(run.stages.map(({ slug, status }: Record<string, string>) => [slug, status])).toEqual([
      ['ingest-gate', 'completed'],
      ['provenance', 'completed'],
      ['metadata-structure', 'completed'],
      ['pixel-traces', 'completed'],
      ['fusion', 'completed'],
    ]);
    await expect
      .poll(async () => (await rest.get('/v2/transactions/balance')).body)
      .toMatchObject({ balanceCents: before.balanceCents - costCredits, heldCents: 0 });
  });
});

describe('a document', () => {
  it('is examined by checks of its own kind, and its report names what was replaced in a later save', async () => {
    const rest = client();
    const amount = stream('BT /F1 12 Tf 20 100 Td (900 EUR) Tj ET');
    const bytes = appendRevision(pdfOf(onePage('100 EUR')), { 4: amount });
    const { body: project } = await rest.post('/v2/projects', { name: 'Invoices' });
    const uploaded = await rest.upload(project.id, { name: 'invoice.pdf', type: 'application/pdf', bytes });
    const { id } = await awaitEnrichment(rest, uploaded.body.id);
    const runs = `/v2/projects/${project.id}/verification-runs`;
    const started = await rest.post(runs, { pipelineSlug: 'document-integrity', fileIds: [id] });
    const run = await awaitRunEnd(rest, started.body);
    expect(run).toMatchObject({
      status: 'completed',
      verdict: 'inconclusive',
      confidenceMeaning: 'coverage',
    });
    expect(run.stages.map(({ slug }: Record<string, string>) => slug)).toEqual([
      'provenance',
      'document-structure',
      'signature-coverage',
      'revision-diff',
      'embedded-pictures',
      'fusion',
    ]);
    expect(run.report).toContain('save 2 replaced page content');
    expect(run.report).toContain('Content replaced in a later save that keeps the earlier one: Looked for');

    const wrongKind = await rest.post(runs, { pipelineSlug: 'image-authenticity', fileIds: [id] });
    expect([wrongKind.status, wrongKind.body.error.details.fileId]).toEqual([422, id]);
  });
});

describe('a document behind a password', () => {
  const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

  it('is stored as what it is declared to be, and read as far as that goes', async () => {
    const rest = client();
    const bytes = compoundFileOf({
      EncryptionInfo: Buffer.from([4, 0, 4, 0, 0x40, 0, 0, 0]),
      EncryptedPackage: Buffer.alloc(5_000, 0xa7),
    });
    const { body: project } = await rest.post('/v2/projects', { name: 'Desk' });
    const uploaded = await rest.upload(project.id, { name: 'locked.docx', type, bytes });
    expect([uploaded.status, uploaded.body.mimeType]).toEqual([201, type]);
    expect(await awaitEnrichment(rest, uploaded.body.id)).toMatchObject({
      enrichmentStatus: 'completed',
      enrichment: { isEncrypted: true, detectedMimeType: type },
    });
    const undeclared = { name: 'locked', type: 'application/octet-stream', bytes };
    expect((await rest.upload(project.id, undeclared)).status).toBe(415);
  });
});
