import type { ReportInput } from './report-input.ts';

/** The report for machines: every fact, and pictures by name and hash. */
export function jsonReport(input: ReportInput): string {
  const { preview, pictures, ...facts } = input;
  const named = pictures.map(({ bytes: _bytes, ...picture }) => picture);
  const previewNamed = preview === null ? null : { sha256: preview.sha256, width: preview.width, height: preview.height };
  return `${JSON.stringify({ ...facts, preview: previewNamed, pictures: named }, null, 2)}\n`;
}
