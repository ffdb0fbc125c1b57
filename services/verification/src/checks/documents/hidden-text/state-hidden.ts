import type { HiddenArea } from './hidden-areas.ts';

/** What was looked at, and what was found. */
export interface HiddenText {
  readonly areas: readonly HiddenArea[];
  /** Pages with the words of text recognition. */
  readonly recognisedPages: readonly number[];
  readonly pageCount: number;
  readonly examinedPages: number;
}

const maxNamedPages = 6;

/** One sentence for each way in which text is hidden, or that none is. */
export function stateHidden({ areas, recognisedPages, examinedPages }: HiddenText): string {
  const sentences = kinds.flatMap(({ holds, state }) => {
    const own = areas.filter(holds);
    return own.length === 0 ? [] : [state(pagesInWords(own.map(({ page }) => page)), own)];
  });
  if (sentences.length > 0) return sentences.join(' ');
  if (recognisedPages.length > 0)
    return `No text is hidden; invisible words lie over pictures ${pagesInWords(recognisedPages)}, as text recognition puts them there.`;
  return examinedPages === 1
    ? 'No text is hidden on its page.'
    : `No text is hidden on its ${String(examinedPages)} pages.`;
}

interface Kind {
  readonly holds: (area: HiddenArea) => boolean;
  readonly state: (where: string, areas: readonly HiddenArea[]) => string;
}

const kinds: readonly Kind[] = [
  {
    holds: (area) => area.hiding === 'covered' && area.shownInstead === '' && isDark(area),
    state: (where) =>
      `A dark area covers text ${where} that is still in the file: it was covered and not removed, and can be copied.`,
  },
  {
    holds: ({ hiding, shownInstead }) => hiding === 'covered' && shownInstead !== '',
    state: (where) =>
      `Text ${where} is painted over, and other text stands in its place; what was there before is still in the file.`,
  },
  {
    holds: (area) => area.hiding === 'covered' && area.shownInstead === '' && !isDark(area),
    state: (where) => `Text ${where} lies under something that was drawn over it, and is not seen.`,
  },
  {
    holds: ({ hiding }) => hiding === 'same colour',
    state: (where) => `Text ${where} has the colour of what it stands on, and is not seen.`,
  },
  {
    holds: ({ hiding }) => hiding === 'invisible',
    state: (where) =>
      `Text ${where} is drawn invisibly, and there is no picture beneath it whose words it could be.`,
  },
  {
    holds: ({ hiding }) => hiding === 'layer',
    state: (where, [first]) =>
      `Text ${where} belongs to a layer that is not shown at first${first?.layer === null || first === undefined ? '' : ` (“${first.layer.slice(0, 60)}”)`}.`,
  },
  {
    holds: ({ hiding }) => hiding === 'outside',
    state: (where) => `Text ${where} lies outside of what the page shows.`,
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
