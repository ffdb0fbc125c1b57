import { execFileSync } from 'node:child_process';
import { hasProgram } from './has-program.ts';

/** The values that pdfinfo reads of a PDF, in the terms of the contract. */
export interface ByPdfinfo {
  readonly pageCount: number | undefined;
  readonly title: string | undefined;
  readonly author: string | undefined;
  readonly producer: string | undefined;
  readonly createdAt: string | undefined;
  readonly modifiedAt: string | undefined;
}

export const hasPdfinfo = hasProgram('pdfinfo', '-v');

/** Reads a file; undefined where pdfinfo does not open it. */
export function readByPdfinfo(path: string): ByPdfinfo | undefined {
  let output: string;
  try {
    output = execFileSync('pdfinfo', ['-isodates', '-enc', 'UTF-8', path], {
      encoding: 'utf8',
      stdio: 'pipe',
      env: { ...process.env, TZ: 'UTC' },
    });
  } catch {
    return undefined;
  }
  const fields = new Map(
    output.split('\n').map((line) => [line.split(':', 1)[0] ?? '', line.slice(line.indexOf(':') + 1).trim()]),
  );
  const text = (name: string): string | undefined => (fields.get(name) ?? '') || undefined;
  const pages = text('Pages');
  return {
    pageCount: pages === undefined ? undefined : Number(pages),
    title: text('Title'),
    author: text('Author'),
    producer: text('Producer'),
    createdAt: toInstant(text('CreationDate')),
    modifiedAt: toInstant(text('ModDate')),
  };
}

function toInstant(date: string | undefined): string | undefined {
  const parsed = new Date((date ?? '').replace(/([+-]\d{2})$/u, '$1:00'));
  return Number.isNaN(parsed.getTime()) ? undefined : parsed.toISOString();
}
