import type { ChangeSearch, SearchDepth } from '../domain/fusion/change-search.ts';
import { changeWords } from '../domain/fusion/change-words.ts';
import { checkTitle } from './words/check-titles.ts';

/** How many of the kinds of change the file could have shown. */
export function coverageSentence(changes: readonly ChangeSearch[]): string {
  const searched = changes.filter(({ depth }) => depth === 'searched').length;
  if (changes.length === 0) return 'What this file could have shown was not recorded.';
  return `Of ${String(changes.length)} kinds of change, this file could have shown ${String(searched)}.`;
}

/** One kind of change with what was done to find it, for a row of a table. */
export function changeRow({ change, depth, checks }: ChangeSearch): readonly [string, string] {
  const words = changeWords[change];
  const by = checks.map(checkTitle).join(', ');
  return [words.charAt(0).toUpperCase() + words.slice(1), depthSentences[depth](by)];
}

const depthSentences: Readonly<Record<SearchDepth, (by: string) => string>> = {
  searched: (by) => `Looked for (${by}).`,
  'by-chance': (by) => `Not looked for; it would have been noticed only by chance (${by}).`,
  'not-searched': () => 'Not looked for: this file cannot show it to any check there is.',
};
