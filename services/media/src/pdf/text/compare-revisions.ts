import { openPdf } from '../open-pdf.ts';
import type { PdfDocument } from '../open-pdf.ts';
import { bytesOfRevision } from '../pdf-file.ts';
import type { PdfFile } from '../pdf-file.ts';
import { comparePageText } from './compare-page-text.ts';
import type { TextDifference } from './compare-page-text.ts';
import type { PageText } from './page-text.ts';
import { readPageText } from './read-page-text.ts';

/** How one page differs between two states of a document. */
export interface PageDifference {
  /** Counted from 1. */
  readonly page: number;
  readonly differences: readonly TextDifference[];
}

/** How two states of a document read. */
export interface RevisionDifference {
  readonly pagesBefore: number;
  readonly pagesAfter: number;
  readonly pages: readonly PageDifference[];
  /** Pages of both that were compared. */
  readonly comparedPages: number;
}

/** The states by the index of their revision, and the time of `performance.now()` at which no further page is begun. */
export interface Comparison {
  readonly before: number;
  readonly after: number;
  readonly until: number;
}

const maxPages = 300;

/** Compares what can be read in two saved states of a PDF, page by page; null where one of them does not open. */
export async function compareRevisions(
  pdf: PdfFile,
  { before, after, until }: Comparison,
): Promise<RevisionDifference | null> {
  return withRevisions(pdf, { before, after }, (old, now) => compareDocuments(old, now, until));
}

/** Opens two saved states for as long as the work on them takes; null where one of them does not open. */
export async function withRevisions<T>(
  pdf: Pick<PdfFile, 'bytes' | 'revisions'>,
  { before, after }: Pick<Comparison, 'before' | 'after'>,
  work: (old: PdfDocument, now: PdfDocument) => Promise<T>,
): Promise<T | null> {
  const [old, now] = [await openRevision(pdf, before), await openRevision(pdf, after)];
  try {
    return old === null || now === null ? null : await work(old, now);
  } finally {
    await old?.loadingTask.destroy();
    await now?.loadingTask.destroy();
  }
}

/** Opens a PDF as it was saved. Null where it does not open. */
export async function openRevision(
  pdf: Pick<PdfFile, 'bytes' | 'revisions'>,
  revision: number,
): Promise<PdfDocument | null> {
  const opened = await openPdf(Uint8Array.from(bytesOfRevision(pdf, revision))).catch(() => null);
  return opened === null || 'isLocked' in opened ? null : opened.document;
}

async function compareDocuments(
  old: PdfDocument,
  now: PdfDocument,
  until: number,
): Promise<RevisionDifference> {
  const pages: PageDifference[] = [];
  let comparedPages = 0;
  for (let page = 1; page <= Math.min(old.numPages, now.numPages, maxPages); page += 1) {
    if (performance.now() > until) break;
    const [before, after] = [await textOrNull(old, page), await textOrNull(now, page)];
    if (before === null || after === null) continue;
    comparedPages += 1;
    const differences = comparePageText(before, after);
    if (differences.length > 0) pages.push({ page, differences });
  }
  return { pagesBefore: old.numPages, pagesAfter: now.numPages, pages, comparedPages };
}

function textOrNull(document: PdfDocument, page: number): Promise<PageText | null> {
  return readPageText(document, page).catch(() => null);
}
