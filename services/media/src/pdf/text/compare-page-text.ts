import { areaOf, intersection, shareWithin, union } from '../marks/geometry.ts';
import type { Box } from '../marks/geometry.ts';
import type { PageNote, PageText, TextPiece } from './page-text.ts';

/** What differs in one place of a page. */
export interface TextDifference {
  /** Of which words: of the page itself, or of what lies on it. */
  readonly of: 'text' | 'note';
  /** Null where it was added. */
  readonly before: string | null;
  /** Null where it was removed. */
  readonly after: string | null;
  readonly box: Box;
}

/** Pieces of text within so many points are at the same place. */
const samePlace = 2;
/** Of a page that differs in more of them no more is told. */
const maxPieces = 800;

/** How a page reads other than before. What stands elsewhere with the same words was moved, and is left out. */
export function comparePageText(before: PageText, after: PageText): TextDifference[] {
  const [gone, come] = leftOver(before.pieces, after.pieces);
  const notes = compareNotes(before.notes, after.notes);
  if (signsOf(before.pieces) === signsOf(after.pieces)) return notes;
  const [removed, added] = withoutMoved(gone, come);
  const places = joinPlaces(removed.slice(0, maxPieces), added.slice(0, maxPieces));
  return [...places.filter(readsOtherwise).map(toDifference), ...notes];
}

/** Pieces that stand on each other, of both states; where text is split into pieces says nothing. */
interface Place {
  readonly gone: readonly TextPiece[];
  readonly come: readonly TextPiece[];
  readonly box: Box;
}

function joinPlaces(gone: readonly TextPiece[], come: readonly TextPiece[]): Place[] {
  const single = [
    ...gone.map((piece): Place => ({ gone: [piece], come: [], box: piece.box })),
    ...come.map((piece): Place => ({ gone: [], come: [piece], box: piece.box })),
  ];
  const places: Place[] = [];
  for (const one of single) {
    const met = places.filter((place) => standsOn(place.box, one.box));
    const apart = places.filter((place) => !met.includes(place));
    const joined = [...met, one].reduce((all, place) => ({
      gone: [...all.gone, ...place.gone],
      come: [...all.come, ...place.come],
      box: union(all.box, place.box),
    }));
    places.splice(0, places.length, ...apart, joined);
  }
  return places;
}

function readsOtherwise({ gone, come }: Place): boolean {
  return signsOf(gone) !== signsOf(come);
}

function signsOf(pieces: readonly TextPiece[]): string {
  return pieces.map(({ text }) => text.replace(/\s+/gu, '')).join('');
}

function toDifference({ gone, come, box }: Place): TextDifference {
  const words = (pieces: readonly TextPiece[]): string | null =>
    pieces.length === 0 ? null : pieces.map(({ text }) => text).join(' ');
  return { of: 'text', before: words(gone), after: words(come), box };
}

/** The pieces that only one of them has. */
function leftOver(before: readonly TextPiece[], after: readonly TextPiece[]): [TextPiece[], TextPiece[]] {
  const rest = Map.groupBy(after, ({ text }) => text);
  const gone = before.filter((piece) => {
    const same = rest.get(piece.text);
    const at = same?.findIndex(({ box }) => isNear(box, piece.box)) ?? -1;
    if (at !== -1) same?.splice(at, 1);
    return at === -1;
  });
  return [gone, [...rest.values()].flat()];
}

function withoutMoved(gone: readonly TextPiece[], come: readonly TextPiece[]): [TextPiece[], TextPiece[]] {
  const [before, after] = [gone, come].map((pieces) => new Set(pieces.map(({ text }) => text)));
  return [
    gone.filter(({ text }) => after?.has(text) !== true),
    come.filter(({ text }) => before?.has(text) !== true),
  ];
}

function isNear(one: Box, other: Box): boolean {
  return Math.abs(one.left - other.left) <= samePlace && Math.abs(one.bottom - other.bottom) <= samePlace;
}

function standsOn(one: Box, other: Box): boolean {
  const shared = areaOf(intersection(one, other));
  return shared > 0 && Math.max(shareWithin(one, other), shareWithin(other, one)) > 0.3;
}

function compareNotes(before: readonly PageNote[], after: readonly PageNote[]): TextDifference[] {
  const [old, now] = [before, after].map((notes) => new Map(notes.map((note) => [note.id, note])));
  const named = ({ subtype, text }: PageNote): string => (text === '' ? subtype : `${subtype}: ${text}`);
  const removed = before.filter(({ id }) => now?.has(id) !== true);
  const written = after.filter((note) => {
    const earlier = old?.get(note.id);
    return earlier === undefined || named(earlier) !== named(note);
  });
  return [
    ...removed.map((note): TextDifference => ({
      of: 'note',
      before: named(note),
      after: null,
      box: note.box,
    })),
    ...written.map((note): TextDifference => {
      const earlier = old?.get(note.id);
      return { of: 'note', before: earlier ? named(earlier) : null, after: named(note), box: note.box };
    }),
  ];
}
