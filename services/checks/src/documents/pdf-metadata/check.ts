import { parseIsoDate, parsePdfDate } from '@assay/media/document/facts/stated-time';
import { openPdf } from '@assay/media/pdf/open-pdf';
import { openPdfState } from '@assay/media/pdf/state/pdf-state';
import { finding, forOtherType, notApplicable } from '../../check/check-result.ts';
import type { Check, CheckResult, JsonObject, Subject } from '../../check/check.ts';
import { likelihoodRatios } from '../../likelihood/likelihood-ratios.ts';
import { stateAbsence, stateLeftOut } from '../../search/searched-part.ts';
import type { SearchedPart } from '../../search/searched-part.ts';
import { openSubjectPdf } from '../pages/open-subject-pdf.ts';
import { manifest } from './manifest.ts';

const limits = [
  'Dates and names of programs can be written at will; scanners, mail gateways and archives rewrite them.',
  'A clock that is wrong, or a conversion that keeps the date of its source, causes the same disagreements.',
];

const dayMs = 86_400_000;
/** Programs and services whose purpose is to change a finished PDF. */
const editors =
  /ilovepdf|smallpdf|sejda|pdfescape|pdf-?xchange|foxit (?:phantom|editor|pdf editor)|nitro|pdffiller|dochub|pdf24|qpdf|pdftk|itext|mupdf|pikepdf|pypdf|pdf-lib|ghostscript|pdfelement|acrobat pro|illustrator|photoshop|inkscape|canva/i;

interface Statements {
  readonly producer: string | null;
  readonly creatorTool: string | null;
  /** Milliseconds since 1970. */
  readonly created: number | null;
  readonly modified: number | null;
  /** Counts the dates that are stated in a form that cannot be read. */
  readonly unreadDates: number;
}

/** Compares the information dictionary with the XMP beside it, and the dates with each other. */
export const check: Check = { ...manifest, run: compareStatements };

async function compareStatements(subject: Subject): Promise<CheckResult> {
  const { bytes, mimeType } = subject;
  if (mimeType !== 'application/pdf') return forOtherType(manifest, 'the file is not a PDF');
  const opened = await openPdf(Uint8Array.from(bytes));
  if ('isLocked' in opened) return notApplicable(manifest, 'the document does not open without its password');
  try {
    const { info, metadata } = (await opened.document.getMetadata()) as unknown as RawMetadata;
    const stated = fromInfo(info);
    const xmp = fromXmp(metadata);
    const contradictions = contradictionsOf(stated, xmp);
    const remarks = remarksOf(stated, xmp);
    const isXmpUnread = [...(metadata ?? [])].length === 0 && hasXmp(subject);
    const searched = countStatements([stated, xmp], isXmpUnread);
    return finding(manifest, {
      llrManipulated: contradictions.length > 0 ? likelihoodRatios['metadata-contradiction'].llr : 0,
      statement: [...describe(stated, { contradictions, remarks, searched }), ...stateLeftOut([searched])]
        .filter((sentence, at, all) => all.indexOf(sentence) === at)
        .join(' '),
      facts: {
        information: factsOf(stated),
        xmp: metadata === null ? null : factsOf(xmp),
        contradictions,
        remarks,
      },
      limits,
      searched: [searched],
    });
  } finally {
    await opened.document.loadingTask.destroy();
  }
}

/** Returns true where the catalog names an XMP packet, which the library leaves out without a word when it is damaged. */
function hasXmp(subject: Subject): boolean {
  const { pdf } = openSubjectPdf(subject);
  const last = pdf === null ? undefined : openPdfState(pdf)(pdf.revisions.length - 1);
  return last?.catalog?.entries.has('Metadata') === true;
}

function countStatements(statements: readonly Statements[], isXmpUnread: boolean): SearchedPart {
  const unread = statements.reduce((sum, { unreadDates }) => sum + unreadDates, 0) + (isXmpUnread ? 1 : 0);
  const read = statements
    .flatMap(({ producer, creatorTool, created, modified }) => [producer, creatorTool, created, modified])
    .filter((value) => value !== null).length;
  return { unit: 'statement', total: read + unread, searched: read, why: 'unreadable' };
}

/** What the library answers; the metadata of a document without XMP are null, whatever its types say. */
interface RawMetadata {
  readonly info: Readonly<Record<string, unknown>>;
  readonly metadata: ({ get(name: string): unknown } & Iterable<unknown>) | null;
}

function fromInfo(info: RawMetadata['info']): Statements {
  return {
    producer: textOf(info['Producer']),
    creatorTool: textOf(info['Creator']),
    created: timeOf(parsePdfDate(info['CreationDate'])),
    modified: timeOf(parsePdfDate(info['ModDate'])),
    unreadDates: countUnread([info['CreationDate'], info['ModDate']], parsePdfDate),
  };
}

function fromXmp(metadata: RawMetadata['metadata']): Statements {
  return {
    producer: textOf(metadata?.get('pdf:producer')),
    creatorTool: textOf(metadata?.get('xmp:creatortool')),
    created: timeOf(parseIsoDate(metadata?.get('xmp:createdate'))),
    modified: timeOf(parseIsoDate(metadata?.get('xmp:modifydate'))),
    unreadDates: countUnread(
      [metadata?.get('xmp:createdate'), metadata?.get('xmp:modifydate')],
      parseIsoDate,
    ),
  };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 200) : null;
}

function countUnread(dates: readonly unknown[], parse: (date: unknown) => unknown): number {
  return dates.filter((date) => textOf(date) !== null && parse(date) === undefined).length;
}

function timeOf(stated: { readonly time: string } | undefined): number | null {
  return stated === undefined ? null : Date.parse(stated.time);
}

function contradictionsOf(info: Statements, xmp: Statements): string[] {
  const found: string[] = [];
  if (info.created !== null && info.modified !== null && info.created - info.modified > dayMs)
    found.push(`modified on ${dayOf(info.modified)}, before it was created on ${dayOf(info.created)}`);
  if (info.created !== null && xmp.created !== null && Math.abs(info.created - xmp.created) > dayMs)
    found.push(
      `created on ${dayOf(info.created)} by one statement and on ${dayOf(xmp.created)} by the other`,
    );
  return found;
}

function remarksOf(info: Statements, xmp: Statements): string[] {
  const remarks: string[] = [];
  const differ = (one: string | null, other: string | null): boolean =>
    one !== null && other !== null && one !== other;
  if (differ(info.producer, xmp.producer))
    remarks.push(
      `its two statements name different programs (${info.producer ?? ''}; ${xmp.producer ?? ''})`,
    );
  const names = [info.producer, xmp.producer].filter((name) => name !== null);
  const editor = names.find((name) => editors.test(name));
  if (editor !== undefined)
    remarks.push(`it went through ${editor}, with which finished documents can be changed`);
  if (info.created !== null && info.modified !== null && info.modified - info.created > dayMs)
    remarks.push(`modified on ${dayOf(info.modified)}, later than it was created on ${dayOf(info.created)}`);
  return remarks;
}

interface Compared {
  readonly contradictions: readonly string[];
  readonly remarks: readonly string[];
  readonly searched: SearchedPart;
}

function describe(
  { producer, creatorTool }: Statements,
  { contradictions, remarks, searched }: Compared,
): string[] {
  if (contradictions.length > 0)
    return [`The document's statements on itself exclude each other: ${contradictions.join('; ')}.`];
  const source = creatorTool ?? producer;
  const named =
    source === null
      ? stateAbsence([searched], 'The document does not name the program that made it.')
      : [`The document names ${source} as its source.`];
  return remarks.length > 0
    ? [...named, `It was handled afterwards: ${remarks.join('; ')}.`]
    : [...named, ...stateAbsence([searched], 'Its statements on itself agree.')];
}

function factsOf({ producer, creatorTool, created, modified }: Statements): JsonObject {
  return {
    producer,
    creatorTool,
    createdAt: created === null ? null : new Date(created).toISOString(),
    modifiedAt: modified === null ? null : new Date(modified).toISOString(),
  };
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
