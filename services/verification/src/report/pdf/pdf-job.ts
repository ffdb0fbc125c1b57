import type { ReportContent } from '../report-content.ts';

/** What the child process that writes reports is asked for. */
export type PdfJobs = Readonly<{
  writePdf: { readonly input: { readonly content: ReportContent }; readonly output: Uint8Array };
}>;
