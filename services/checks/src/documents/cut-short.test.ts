import { describe, expect, it } from 'vitest';
import { appendRevision, onePage, pdfOf, signRevision, stream } from '../../../media/test/build-pdf.ts';
import type { CheckResult, Subject } from '../check/check.ts';
import { pdfType } from '../run/examine-bytes.fixture.ts';
import { createSubject } from '../run/run-checks.ts';
import type { DocumentEffort } from './pages/document-effort.ts';
import { fullEffort } from './pages/document-effort.ts';
import { searchHiddenText } from './pdf-hidden-text/check.ts';
import { searchRevisions } from './pdf-revisions/check.ts';
import { searchSignatures } from './pdf-signatures/check.ts';

const signal = new AbortController().signal;
const words = (text: string): string => stream(`BT /F1 12 Tf 20 100 Td (${text}) Tj ET`);
const subjectFrom = (bytes: Buffer): Subject =>
  createSubject({ bytes, mimeType: pdfType, path: '/nowhere', enrichment: {}, claims: {} });

/** Pages with the numbers 20, 22, …, and their contents behind them. */
function manyPages(texts: readonly string[]): Record<number, string> {
  const kids = texts.map((_, at) => `${String(20 + 2 * at)} 0 R`).join(' ');
  const resources = '/Resources << /Font << /F1 5 0 R >> >>';
  const pages = texts.flatMap((text, at): [number, string][] => [
    [
      20 + 2 * at,
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents ${String(21 + 2 * at)} 0 R ${resources} >>`,
    ],
    [21 + 2 * at, words(text)],
  ]);
  return {
    2: `<< /Type /Pages /Kids [${kids}] /Count ${String(texts.length)} >>`,
    ...Object.fromEntries(pages),
  };
}
const invoice = Array.from({ length: 30 }, (_, at) => `Page ${String(at + 1)}`);
const first = pdfOf({ ...onePage(''), ...manyPages(['Total 480.00', ...invoice]) });
const forged = appendRevision(first, { 21: words('Total 4,480.00') });
/** Writes every page anew, and changes none. */
const rewriteAll = (file: Buffer): Buffer => appendRevision(file, manyPages(['Total 4,480.00', ...invoice]));

const absences = /\b(?:no|none|nothing|never|same|neither)\b/iu;

describe('a document that is searched in part', () => {
  it('is compared with its first save before the last ones, however many dull saves follow', async () => {
    const file = Array.from({ length: 10 }).reduce<Buffer>((saved) => rewriteAll(saved), forged);
    const effort: DocumentEffort = { ...fullEffort, operators: 60_000, pixels: 60_000_000 };
    const result = await searchRevisions(subjectFrom(file), signal, effort);
    expect(result.statement).toMatch(
      /^On page 1, “Total 480\.00” stood in save 1 where “Total 4,480\.00” stands in save 12\./u,
    );
    expect(result.statement).toContain('of 12 were not compared.');
    expect(result.searched).toContainEqual(expect.objectContaining({ unit: 'save', total: 12 }));
    expect(result.statement).not.toMatch(absences);
  });

  it('reads only pages whose objects a save wrote', async () => {
    const small: DocumentEffort = { ...fullEffort, operators: 4_000, pixels: 4_000_000 };
    const result = await searchRevisions(subjectFrom(forged), signal, small);
    expect(result.facts).toMatchObject({ comparedSaves: [2], drawnPages: 1, drawnWhole: true });
    expect(result.searched?.every(({ searched, total }) => searched === total)).toBe(true);
  });

  const dull = rewriteAll(rewriteAll(first));
  const signed = rewriteAll(signRevision(first));
  const cut: DocumentEffort = { ...fullEffort, operators: 3_000, pixels: 3_000_000 };
  const none: DocumentEffort = { ...fullEffort, operators: 0, pixels: 0 };
  const late: DocumentEffort = { ...fullEffort, cpuMs: -1 };
  type Examine = (subject: Subject, on: AbortSignal, effort: DocumentEffort) => Promise<CheckResult>;
  it.each<[string, Buffer, Examine, DocumentEffort]>([
    ['saves, a few pages', dull, searchRevisions, cut],
    ['saves, nothing', dull, searchRevisions, none],
    ['saves, out of time', dull, searchRevisions, late],
    ['hidden text, a few pages', first, searchHiddenText, cut],
    ['hidden text, nothing', first, searchHiddenText, none],
    ['hidden text, out of time', first, searchHiddenText, late],
    ['signatures, a few pages', signed, searchSignatures, cut],
    ['signatures, nothing', signed, searchSignatures, none],
    ['signatures, out of time', signed, searchSignatures, late],
  ])('states no absence about the rest (%s)', async (_name, file, examine, effort) => {
    const result = await examine(subjectFrom(file), signal, effort);
    expect(result.statement).not.toMatch(absences);
    expect(result.statement).toMatch(/were not (?:compared|searched)/u);
    expect(result.searched?.some(({ searched, total }) => searched < total)).toBe(true);
  });
});
