import { getHeapStatistics } from 'node:v8';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { DocumentText } from '../document/facts/document-facts.ts';
import { readTextFacts } from '../text/text-facts.ts';

/** Reading stops behind the page that passes one of them; a job has 20 s for everything. */
const maxTextMs = 8_000;
const maxPages = 5_000;
/** Of what the process holds beside its code; it is ended at 512 MiB in all. */
const maxHeldBytes = 370 * 2 ** 20;
/** After so many pages the library drops what it keeps of them. */
const pagesKept = 100;

/** Reads the text of every page, in the order of its marks, as far as time and memory allow. */
export async function readPdfText(document: PDFDocumentProxy): Promise<DocumentText> {
  const text = readTextFacts();
  const isComplete = await walkPdfText(document, (page) => text.add(page));
  return { ...text.facts(), ...(isComplete ? {} : { textIsComplete: false }) };
}

/**
 * Calls back with the text of every page.
 * @param maxMs no page is begun after it
 * @returns false when text is missing: pages that cannot be read, or beyond the limits of time, memory or pages
 */
export async function walkPdfText(
  document: PDFDocumentProxy,
  onPage: (page: string) => void,
  maxMs: number = maxTextMs,
): Promise<boolean> {
  const started = performance.now();
  let isComplete = document.numPages <= maxPages;
  for (let number = 1; number <= Math.min(document.numPages, maxPages); number += 1) {
    if (number % pagesKept === 0) await document.cleanup();
    if (performance.now() - started > maxMs || heldBytes() > maxHeldBytes) return false;
    const page = await readPage(document, number).catch(() => undefined);
    if (page === undefined) isComplete = false;
    else onPage(`${page}\n`);
  }
  return isComplete;
}

function heldBytes(): number {
  const { total_heap_size: heap, external_memory: external } = getHeapStatistics();
  return heap + external;
}

async function readPage(document: PDFDocumentProxy, number: number): Promise<string> {
  const page = await document.getPage(number);
  const { items } = await page.getTextContent();
  page.cleanup();
  return items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('');
}
