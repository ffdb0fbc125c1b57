import { shortened } from './shortened.ts';
import { stateAbsence, stateLeftOut } from '../../search/searched-part.ts';
import type { SearchedPart } from '../../search/searched-part.ts';
import type { HiddenArea } from './hidden-areas.ts';
import { lowerFirst } from '../../words/first-letter.ts';

/** The text that the pages of a document hide. */
export interface HiddenText {
  readonly areas: readonly HiddenArea[];
  /** Areas in whose place another text of the same kind is shown. */
  readonly shownAnew: readonly HiddenArea[];
  /** Pages with the words of text recognition. */
  readonly recognisedPages: readonly number[];
  readonly readPages: number;
  /** Pages that the work sufficed for, and pages that could be read. */
  readonly searched: readonly [SearchedPart, SearchedPart];
}

const maxNamedPages = 6;
const maxQuoted = 3;

/** Quotes what is shown anew, then writes one sentence for each other way in which text is hidden, or that none is. */
export function stateHidden({ areas, shownAnew, recognisedPages, readPages, searched }: HiddenText): string {
  const rest = areas.filter((area) => !shownAnew.includes(area));
  const sentences = kinds.flatMap(({ holds, state }) => {
    const own = rest.filter(holds);
    return own.length === 0 ? [] : [state(pagesInWords(own.map(({ page }) => page)), own)];
  });
  const found = [...quoteShownAnew(shownAnew), ...sentences];
  if (found.length > 0) return [...found, ...stateLeftOut(searched)].join(' ');
  if (recognisedPages.length > 0) {
    const words = `Invisible words lie over images ${pagesInWords(recognisedPages)}, as text recognition puts them there.`;
    return [words, ...stateAbsence(searched, 'No other text is hidden.')].join(' ');
  }
  const pages = readPages === 1 ? 'page' : `${String(readPages)} pages`;
  return stateAbsence(searched, `No text is hidden on its ${pages}.`).join(' ');
}

function quoteShownAnew(areas: readonly HiddenArea[]): string[] {
  const more = areas.length - maxQuoted;
  return [
    ...areas.slice(0, maxQuoted).map(({ page, wholeText, shownInstead }) => {
      const shown = shownInstead === '' ? 'shapes are drawn' : `“${shortened(shownInstead)}” is shown`;
      return `“${shortened(wholeText)}” is covered, and ${shown} in its place on page ${String(page)}.`;
    }),
    ...(more > 0 ? [`${String(more)} more such places are listed with the facts.`] : []),
  ];
}

/** The first of the hidden texts, quoted. */
function quoteFirst([first]: readonly HiddenArea[]): string {
  return first === undefined ? 'Text' : `Text (“${shortened(first.wholeText)}”)`;
}

interface Kind {
  readonly holds: (area: HiddenArea) => boolean;
  readonly state: (where: string, areas: readonly HiddenArea[]) => string;
}

const kinds: readonly Kind[] = [
  {
    holds: (area) => area.hiding === 'covered' && area.shownInstead === '' && isDark(area),
    state: (where, own) =>
      `A dark area covers ${lowerFirst(quoteFirst(own))} ${where} that is still in the file: it was covered and not removed, and can be copied.`,
  },
  {
    holds: ({ hiding, shownInstead }) => hiding === 'covered' && shownInstead !== '',
    state: (where, own) =>
      `${quoteFirst(own)} ${where} is painted over, and ${quoteShown(own)} stands in its place; what was there before is still in the file.`,
  },
  {
    holds: (area) => area.hiding === 'covered' && area.shownInstead === '' && !isDark(area),
    state: (where, own) =>
      `${quoteFirst(own)} ${where} lies under something that was drawn over it, and is not seen.`,
  },
  {
    holds: ({ hiding }) => hiding === 'same colour',
    state: (where, own) =>
      `${quoteFirst(own)} ${where} has the colour of what it stands on, and is not seen.`,
  },
  {
    holds: ({ hiding }) => hiding === 'invisible',
    state: (where, own) =>
      `${quoteFirst(own)} ${where} is drawn invisibly, and there is no picture beneath it whose words it could be.`,
  },
  {
    holds: ({ hiding }) => hiding === 'layer',
    state: (where, [first]) =>
      `${quoteFirst(first === undefined ? [] : [first])} ${where} belongs to a layer that is not shown at first${first?.layer === null || first === undefined ? '' : ` (“${first.layer.slice(0, 60)}”)`}.`,
  },
  {
    holds: ({ hiding }) => hiding === 'outside',
    state: (where, own) => `${quoteFirst(own)} ${where} lies outside of what the page shows.`,
  },
];

function isDark({ cover }: HiddenArea): boolean {
  const colour = cover?.colour;
  if (colour === null || colour === undefined) return false;
  return [1, 3, 5].every((at) => Number.parseInt(colour.slice(at, at + 2), 16) < 80);
}

function pagesInWords(pages: readonly number[]): string {
  const different = [...new Set(pages)];
  const named = different.slice(0, maxNamedPages).join(', ');
  const more = different.length - maxNamedPages;
  return `on page${different.length > 1 ? 's' : ''} ${named}${more > 0 ? ` and ${String(more)} more` : ''}`;
}

/** The text that stands in the place of the first one. */
function quoteShown([first]: readonly HiddenArea[]): string {
  return first === undefined ? 'other text' : `“${shortened(first.shownInstead)}”`;
}
