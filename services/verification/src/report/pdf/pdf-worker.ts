import { serveJobs } from '@assay/media/isolate/serve-jobs';
import type { PdfJobs } from './pdf-job.ts';
import { renderPdfReport } from './pdf.ts';

serveJobs<PdfJobs>({ writePdf: ({ content }) => renderPdfReport(content) });
