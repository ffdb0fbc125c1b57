import type { ReportInput } from './report-input.ts';
import { markdownReport } from './markdown.ts';

/** One self-contained page. */
export function htmlReport(input: ReportInput): string {
  const text = markdownReport(input).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Report</title><pre>${text}</pre></html>`;
}
