import { listPages } from './page-tree.ts';
import type { PdfPage } from './page-tree.ts';
import type { PdfFile } from '../pdf-file.ts';
import { openPdfState } from './pdf-state.ts';
import type { PdfState } from './pdf-state.ts';
import { isDictionary } from '../pdf-value.ts';
import type { PdfValue } from '../pdf-value.ts';
import { listReferences, serializeValue } from './value-graph.ts';

/** Tells which pages of two saved states cannot differ, because no save in between wrote an object that they show. */
export interface PageChanges {
  /** Returns true where a page of the earlier state and one of the later state, counted from 1, are the same objects, none of them written anew. */
  readonly isUntouched: (before: number, after: number) => boolean;
  /** False where no page was added or removed, and all are untouched. */
  readonly mayDiffer: boolean;
}

/** Two saved states by the index of their revision. */
export interface StatePair {
  readonly before: number;
  readonly after: number;
}

/** Holds for documents whose page tree cannot be read: any page may have changed. */
const anyPage: PageChanges = { isUntouched: () => false, mayDiffer: true };

/** Objects of all pages together; a document with more of them is compared page by page. */
const maxObjects = 300_000;

/**
 * Returns a function that finds the pages that changed between two states. A page counts as changed where an object of it was written
 * anew: its content, resources, annotations with their appearances and fields, or attributes it inherits. Layers that are switched in
 * the catalog change all pages. Every object is parsed once, however many states are compared.
 */
export function trackPageChanges(pdf: PdfFile): (pair: StatePair) => PageChanges {
  const openState = openPdfState(pdf);
  return ({ before, after }) => compareStates(openState(before), openState(after)) ?? anyPage;
}

function compareStates(before: PdfState, after: PdfState): PageChanges | undefined {
  const old = listPages(before);
  const now = listPages(after);
  if (old === undefined || now === undefined) return undefined;
  const changed = findChanged(before, after, now);
  if (changed === undefined || haveOtherLayers({ before, after }, changed)) return undefined;
  const hasOtherForm = serializeForm(before) !== serializeForm(after);
  const isUntouched: PageChanges['isUntouched'] = (first, second) => {
    const was = old[first - 1];
    const is = now[second - 1];
    if (is === undefined || was?.number !== is.number) return false;
    return !changed.has(is.number) && was.inherited === is.inherited && !(hasOtherForm && is.hasAnnotations);
  };
  const mayDiffer = old.length !== now.length || now.some((_, at) => !isUntouched(at + 1, at + 1));
  return { isUntouched, mayDiffer };
}

/** The objects of these pages, and of the layers, that were written anew or refer to one that was; undefined where there are too many. */
function findChanged(
  before: PdfState,
  after: PdfState,
  pages: readonly PdfPage[],
): ReadonlySet<number> | undefined {
  const users = new Map<number, number[]>();
  const open: number[] = [];
  const use = (user: number, used: number): void => {
    const known = users.get(used);
    if (known !== undefined) known.push(user);
    else {
      users.set(used, [user]);
      open.push(used);
    }
  };
  const rootUser = 0;
  for (const page of pages) {
    use(rootUser, page.number);
    for (const used of page.references) use(page.number, used);
  }
  for (const used of listReferences(after.catalog?.entries.get('OCProperties'))) use(rootUser, used);
  const dirty: number[] = [];
  for (let number = open.pop(); number !== undefined; number = open.pop()) {
    if (users.size > maxObjects) return undefined;
    if (before.findPlace(number) !== after.findPlace(number)) dirty.push(number);
    // The entries of a page were followed with what it inherits.
    if (after.isPageNode(number)) continue;
    for (const used of listReferences(after.read(number))) use(number, used);
  }
  return spread(dirty, users);
}

function spread(
  dirty: readonly number[],
  users: ReadonlyMap<number, readonly number[]>,
): ReadonlySet<number> {
  const changed = new Set<number>();
  const open = [...dirty];
  for (let number = open.pop(); number !== undefined; number = open.pop()) {
    if (changed.has(number)) continue;
    changed.add(number);
    open.push(...(users.get(number) ?? []));
  }
  return changed;
}

/** Returns true where the layers that are shown may be others. */
function haveOtherLayers(
  { before, after }: Readonly<Record<'before' | 'after', PdfState>>,
  changed: ReadonlySet<number>,
): boolean {
  const [was, is] = [before, after].map(({ catalog }) => catalog?.entries.get('OCProperties'));
  return (
    serializeValue(was) !== serializeValue(is) || listReferences(is).some((number) => changed.has(number))
  );
}

/** The entries of the form that decide how its fields look. */
function serializeForm(state: PdfState): string {
  const form = state.resolve(state.catalog?.entries.get('AcroForm'));
  const entries = isDictionary(form) ? form.entries : new Map<string, PdfValue>();
  return ['DR', 'DA', 'NeedAppearances', 'Q'].map((key) => serializeValue(entries.get(key))).join(' ');
}

/** The pages of the last state that have annotations, counted from 1; undefined where its page tree cannot be read. */
export function listAnnotatedPages(pdf: PdfFile): readonly number[] | undefined {
  const pages = listPages(openPdfState(pdf)(pdf.revisions.length - 1));
  return pages?.flatMap(({ hasAnnotations }, at) => (hasAnnotations ? [at + 1] : []));
}
