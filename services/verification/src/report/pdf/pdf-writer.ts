import { extname } from 'node:path';
import { DomainError } from '@assay/chassis/errors';
import { createIsolatedPool } from '@assay/media/isolate/isolated-pool';
import type { PoolLogger } from '@assay/media/isolate/isolated-pool';
import type { ReportContent } from '../report-content.ts';
import type { PdfJobs } from './pdf-job.ts';

/** Writes reports as PDF in a child process: it takes up to a second of a core, in which a service could answer nobody. */
export interface PdfWriter {
  /** Rejects with UNAVAILABLE when it could not be written in time, or the process ends. */
  write(content: ReportContent, signal: AbortSignal): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** Source or compiled, whichever this module is. */
const workerUrl = new URL(`./pdf-worker${extname(import.meta.url)}`, import.meta.url);

export function createPdfWriter(logger?: PoolLogger): PdfWriter {
  // Somebody waits for it, so that it does not give way as far as the examination of files does.
  const pool = createIsolatedPool<PdfJobs>({ workerUrl, niceness: 0, ...(logger && { logger }) });
  return {
    async write(content, signal) {
      const result = await pool.run('writePdf', { content }, { signal });
      if (result.ok) return result.value;
      const { code, detail } = result;
      throw new DomainError(
        'UNAVAILABLE',
        'REPORT_NOT_WRITTEN',
        'The report could not be written. Try again in a few seconds.',
        {
          cause: new Error(`the PDF was not written: ${code}`, { cause: detail }),
        },
      );
    },
    close: () => pool.close(),
  };
}
