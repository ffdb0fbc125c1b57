import type { XmlHandlers } from '../archive/read-xml.ts';

/** A tracked change that was neither accepted nor rejected (ECMA-376 part 1 §17.13.5). */
export interface TrackedChange {
  readonly kind: 'inserted' | 'deleted' | 'moved';
  /** Null where the document does not say. */
  readonly author: string | null;
  /** As the document states it, such as `2026-03-02T10:00:00Z`. */
  readonly date: string | null;
  /** The words, at most 200 characters; empty for a change of a paragraph mark or an image. */
  readonly text: string;
}

/** The tracked changes of a document. */
export interface TrackedChanges {
  /** The first ones, in the order of the document; neighbours of one author and kind are one. */
  readonly changes: readonly TrackedChange[];
  /** All of them. */
  readonly count: number;
  readonly authorCount: number;
  /** Elements of each kind, as the document holds them. */
  readonly insertions: number;
  readonly deletions: number;
}

const kinds: Readonly<Record<string, TrackedChange['kind'] | 'left'>> = {
  ins: 'inserted',
  del: 'deleted',
  moveTo: 'moved',
  // The same words at their old place.
  moveFrom: 'left',
};
const textElements: readonly string[] = ['t', 'delText'];
const maxKept = 500;
const maxTextLength = 200;
const maxNameLength = 100;

/** Reads tracked changes from the parts of a document, one after the other. */
export interface ChangeReader {
  readonly handlers: Required<XmlHandlers>;
  readonly finish: () => TrackedChanges;
}

export function createChangeReader(): ChangeReader {
  const changes: TrackedChange[] = [];
  const authors = new Set<string>();
  const counted: Record<string, number> = {};
  const open: { readonly element: string; readonly change: TrackedChange | null }[] = [];
  let isText = false;
  let isNeighbour = false;
  let count = 0;
  const keep = (change: TrackedChange): void => {
    const last = changes.at(-1);
    if (isNeighbour && last !== undefined && isContinued(last, change))
      changes[changes.length - 1] = { ...last, text: (last.text + change.text).slice(0, maxTextLength) };
    else {
      count += 1;
      if (changes.length < maxKept) changes.push(change);
    }
    isNeighbour = changes.length <= maxKept && count === changes.length;
  };
  return {
    handlers: {
      open(name, attributes) {
        if (name === 'p') isNeighbour = false;
        isText = textElements.includes(name);
        const kind = kinds[name];
        if (kind === undefined) return;
        counted[name] = (counted[name] ?? 0) + 1;
        const author = attributes.get('author')?.slice(0, maxNameLength) ?? null;
        if (author !== null) authors.add(author);
        const date = attributes.get('date')?.slice(0, maxNameLength) ?? null;
        open.push({ element: name, change: kind === 'left' ? null : { kind, author, date, text: '' } });
      },
      text(piece) {
        const last = open.at(-1);
        if (!isText) return;
        if (last?.change == null) isNeighbour &&= piece === '';
        else open[open.length - 1] = { ...last, change: addText(last.change, piece) };
      },
      close(name) {
        isText = false;
        if (kinds[name] === undefined) return;
        const { change } = open.pop() ?? { change: null };
        if (change !== null) keep(change);
      },
    },
    finish: () => ({
      changes,
      count,
      authorCount: authors.size,
      insertions: counted['ins'] ?? 0,
      deletions: counted['del'] ?? 0,
    }),
  };
}

function addText(change: TrackedChange, piece: string): TrackedChange {
  return { ...change, text: (change.text + piece).slice(0, maxTextLength) };
}

function isContinued(one: TrackedChange, other: TrackedChange): boolean {
  return (
    one.kind === other.kind &&
    one.author === other.author &&
    one.date?.slice(0, 16) === other.date?.slice(0, 16)
  );
}
