import { skipSpace } from './parse-pdf-value.ts';
import { countIn, isDictionary } from './pdf-value.ts';
import type { PdfDictionary } from './pdf-value.ts';
import { readXrefSection } from './read-xref-section.ts';
import type { XrefSection } from './read-xref-section.ts';
import { readObject } from './read-stream.ts';
import type { ReadBudget } from './read-stream.ts';

/** One saved state of a file: all bytes up to its end are what was there when it was saved. */
export interface PdfRevision {
  /** Behind its `%%EOF` and the line's end. */
  readonly end: number;
  /** Oldest first. Two where a linearized file keeps those of its first page apart, or a hybrid one has a stream beside its table. */
  readonly sections: readonly XrefSection[];
  /** The one that a reader of this revision begins with. */
  readonly trailer: PdfDictionary;
}

const maxRevisions = 2_000;

/**
 * Walks the chain of cross-reference sections from the end of a file and tells its revisions apart, oldest first. What `%%EOF`
 * counts wrongly is told right: a linearized file has two ends and is one revision.
 * @param file from its `%PDF-` on
 * @returns undefined when the chain is broken, so that a reader has to rebuild it by search
 */
export function readRevisions(file: Buffer, budget: ReadBudget): readonly PdfRevision[] | undefined {
  const chain = walkChain(file, budget);
  if (chain === undefined) return undefined;
  const [oldest, next] = chain;
  const isPair =
    oldest !== undefined && next !== undefined && isFirstPageOf(next, oldest) && isLinearized(file, budget);
  const first = isPair ? [{ ...next, sections: [...oldest.sections, ...next.sections] }] : chain.slice(0, 2);
  return [...first, ...chain.slice(2)].map(({ sections, trailer }) => {
    const end = endBehind(file, Math.max(...sections.map(({ offset }) => offset)));
    return { end, sections, trailer };
  });
}

interface Step {
  readonly sections: readonly XrefSection[];
  readonly trailer: PdfDictionary;
}

/** The sections step by step, oldest first; of a hybrid file a step is two. */
function walkChain(file: Buffer, budget: ReadBudget): readonly Step[] | undefined {
  const steps: Step[] = [];
  const visited = new Set<number>();
  let offset: number | undefined = lastStartxref(file);
  if (offset === undefined) return undefined;
  while (offset !== undefined) {
    if (visited.has(offset) || steps.length === maxRevisions) return undefined;
    visited.add(offset);
    const section = readXrefSection(file, offset, budget);
    if (section === undefined) return undefined;
    const hybrid = countIn(section.trailer, 'XRefStm');
    const beside = hybrid === undefined ? undefined : readXrefSection(file, hybrid, budget);
    // The table of a hybrid file calls those objects free that the stream beside it places.
    const { trailer } = section;
    steps.unshift({ sections: beside === undefined ? [section] : [section, beside], trailer });
    const hasPrevious = section.trailer.entries.has('Prev');
    offset = countIn(section.trailer, 'Prev');
    if (hasPrevious && offset === undefined) return undefined;
  }
  return steps;
}

function lastStartxref(file: Buffer): number | undefined {
  const at = file.lastIndexOf('startxref', undefined, 'latin1');
  const digits = at === -1 ? null : /^startxref\s+(\d{1,10})\b/.exec(file.toString('latin1', at, at + 40));
  return digits === null ? undefined : Number(digits[1]);
}

/** The section of the first page stands before the one that it continues, unlike whatever is appended. */
function isFirstPageOf(step: Step, continued: Step): boolean {
  const [first] = step.sections;
  const [main] = continued.sections;
  return first !== undefined && main !== undefined && first.offset < main.offset;
}

/** Whether the first object is the linearization dictionary (ISO 32000-2 annex F). */
function isLinearized(file: Buffer, budget: ReadBudget): boolean {
  const version = file.indexOf('%PDF-', 0, 'latin1');
  const value = readObject(file, skipSpace(file, version), budget)?.value;
  return isDictionary(value) && value.entries.has('Linearized');
}

function endBehind(file: Buffer, offset: number): number {
  const marker = file.indexOf('%%EOF', offset, 'latin1');
  if (marker === -1) return file.length;
  const end = marker + '%%EOF'.length;
  const lineEnd = /^(?:\r\n|\r|\n)/.exec(file.toString('latin1', end, end + 2));
  return end + (lineEnd?.[0].length ?? 0);
}
