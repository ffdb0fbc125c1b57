import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPdfFile } from '@assay/media/pdf/pdf-file';
import { WorkAudience, WorkLinkState } from '@assay/proto/files/v1/work_files_service';
import { findSharedMedia } from '@assay/test-kit/fixtures';
import { pdf } from '../content.ts';
import { download, hasExiftool, listTags, readShared, startWork } from './work-platform.ts';
import type { StartedWork } from './work-platform.ts';

let started: StartedWork;
let folder: string;
beforeAll(async () => {
  started = await startWork();
  folder = await mkdtemp(join(tmpdir(), 'assay-documents-'));
});
afterAll(async () => {
  await started.running.stop();
  await rm(folder, { recursive: true, force: true });
});

const { READY, FAILED } = WorkLinkState;
const docx = 'documents/tika_2pic.docx';

describe('the rendition of a document', () => {
  it('is a PDF of images for outsiders, and the original for members', async () => {
    const fileId = await started.upload(pdf());
    const link = await started.settle(fileId);
    expect(link).toMatchObject({ state: READY, mimeType: 'application/pdf', isRendition: true });
    const made = await download(link);
    expect(openPdfFile(made)).toBeDefined();
    expect(made.toString('latin1')).toContain('/MediaBox [0 0 300.00 200.00]');
    const own = await started.settle(fileId, WorkAudience.MEMBERS);
    expect(await download(own)).toEqual(pdf());
  });

  it('is UTF-8 for a text in another encoding', async () => {
    const text = 'Die Größe der Straße in Köln überrascht die Prüfer, und für Ärzte ist das schön. ';
    const fileId = await started.upload(Buffer.from(text.repeat(20), 'latin1'), 'text.txt');
    const link = await started.settle(fileId);
    expect(link).toMatchObject({ state: READY, mimeType: 'text/plain' });
    expect((await download(link)).toString()).toBe(text.repeat(20));
    const { headers } = await fetch(link.presignedUrl?.url ?? '');
    expect(headers.get('content-type')).toMatch(/^text\/plain; ?charset=utf-8$/u);
    expect(headers.get('content-disposition')).toMatch(/^attachment;/u);
  });
});

describe.skipIf(findSharedMedia(docx) === undefined || !hasExiftool)(
  'renditions of real documents (needs the media collection and exiftool)',
  () => {
    it.each(['5', '7', '9', '10'])('have no metadata: PDF version %s', async (version) => {
      const original = await readShared(`documents/tika_testPDF_Version.${version}.x.pdf`);
      const before = await listTags(original, join(folder, 'before'));
      expect(Object.keys(before)).toContain('PDF:Creator');
      const link = await started.settle(await started.upload(original));
      expect(link).toMatchObject({ state: READY, mimeType: 'application/pdf' });
      const tags = await listTags(await download(link), join(folder, 'after'));
      expect(Object.keys(tags).sort()).toEqual(['PDF:Linearized', 'PDF:PDFVersion', 'PDF:PageCount']);
    });

    it('are the text of a Word document, for members too', async () => {
      const fileId = await started.upload(await readShared(docx), 'report.docx');
      const link = await started.settle(fileId, WorkAudience.MEMBERS);
      expect(link).toMatchObject({ state: READY, mimeType: 'text/plain', isRendition: true });
      expect(link.presignedUrl?.url).toContain('report.txt');
    });

    it('end with a rendition or an error for damaged PDF files', async () => {
      for (const name of ['helloworld-bad', 'poppler-742-0-fuzzed', 'bug860632']) {
        const fileId = await started.upload(await readShared(`documents/${name}.pdf`));
        expect([READY, FAILED]).toContain((await started.settle(fileId)).state);
      }
    });
  },
);
