import { samplePhotograph } from '@assay/local/verification/sample-photograph';
import type { LaunchedPlatform } from '@assay/test-kit/launched-platform';
import { createRest } from '@assay/test-kit/rest';
import { awaitRunEnd, awaitEnrichment } from '@assay/test-kit/verify';
import { expect } from 'vitest';
import { onePage, pdfOf } from '../../../services/media/test/build-pdf.ts';

/** Uploads a photograph and a document, has the photograph verified, and reads the report as PDF: every kind of child process has had work then. */
export async function expectVerified(platform: LaunchedPlatform): Promise<void> {
  const rest = createRest(platform.baseUrl, platform.apiKey);
  const { body: project } = await rest.post('/v2/projects', { name: 'Desk' });
  const uploaded = await rest.upload(project.id, samplePhotograph());
  const file = await awaitEnrichment(rest, uploaded.body.id);
  expect(file).toMatchObject({ enrichmentStatus: 'completed', mimeType: 'image/jpeg' });
  const bytes = pdfOf(onePage('100 EUR'));
  const document = await rest.upload(project.id, { name: 'invoice.pdf', type: 'application/pdf', bytes });
  expect(await awaitEnrichment(rest, document.body.id)).toMatchObject({ enrichmentStatus: 'completed' });

  const runs = `/v2/projects/${project.id}/verification-runs`;
  const input = { pipelineSlug: 'image-authenticity', fileIds: [file.id] };
  const run = await awaitRunEnd(rest, (await rest.post(runs, input)).body);
  expect(run).toMatchObject({ status: 'completed', verdict: 'unverified' });
  expect(run.stages.map(({ status }: { status: string }) => status)).toEqual(Array(5).fill('completed'));

  const textOf = async (path: string) =>
    (await fetch(`${platform.baseUrl}${path}`, { headers: { 'x-api-key': platform.apiKey } })).text();
  expect(await textOf(`${runs}/${run.id}/report?format=pdf`)).toMatch(/^%PDF-/u);
  expect(await textOf('/v2/openapi.json')).toContain('"openapi":"3.1.');
  expect(await textOf('/v2/')).toContain('<script');
  expect(await textOf('/v2/pages/page.css')).toContain('{');
}
