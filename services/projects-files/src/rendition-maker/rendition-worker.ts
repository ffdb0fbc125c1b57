import { serveJobs } from '@assay/media/isolate/serve-jobs';
import sharp from 'sharp';
import { convertImage } from './convert-image.ts';
import type { RenditionJobs } from './rendition-jobs.ts';

// Conversions need no network; whatever a library may try fails.
Reflect.deleteProperty(globalThis, 'fetch');

// One job at a time has one core; more threads would only hold more rows in memory.
sharp.concurrency(1);

serveJobs<RenditionJobs>({
  convertImage: ({ path }) => convertImage(path),
  // Children that convert only images do not load the libraries for documents.
  async flattenPdf({ path }) {
    const { flattenPdf } = await import('./flatten-pdf.ts');
    return flattenPdf(path);
  },
  async extractText({ path, mimeType }) {
    const { extractText } = await import('./extract-text.ts');
    return extractText(path, mimeType);
  },
});
