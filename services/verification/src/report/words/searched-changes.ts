import { noticingChecks } from '../../domain/fusion/search/change-search.ts';
import type { ChangeSearch, SearchDepth } from '../../domain/fusion/search/change-search.ts';
import type { Conclusion } from '../../domain/fusion/conclusion.ts';
import { changeWords } from '../../domain/fusion/search/change-words.ts';
import { checkTitle } from '@assay/checks/words/check-titles';
import { upperFirst } from '@assay/checks/words/first-letter';

/** How many of the kinds of change the file could have shown. */
export function coverageSentence(changes: readonly ChangeSearch[]): string {
  const searched = changes.filter(({ depth }) => depth === 'searched').length;
  if (changes.length === 0) return 'What this file could have shown was not recorded.';
  const inPart = changes.filter(({ depth }) => depth === 'in-part').length;
  const all = `Of ${String(changes.length)} kinds of change, this file could have shown ${String(searched)}`;
  return inPart === 0 ? `${all}.` : `${all}, and ${String(inPart)} in the part that was searched.`;
}

/** One kind of change with what was done to find it, for a row of a table. */
export function changeRow(
  search: ChangeSearch,
  strongest: Conclusion['strongest'],
): readonly [string, string] {
  const { change, depth, checks } = search;
  const title = upperFirst(changeWords[change]);
  const noticing = noticingChecks(search, strongest);
  if (noticing.length === 0)
    return [title, [depthSentences[depth](nameChecks(checks)), ...(search.leftOut ?? [])].join(' ')];
  const found = change === 'generated' ? 'a finding shows it' : 'a finding may show it';
  return [title, `Not looked for everywhere in the file, but ${found} (${nameChecks(noticing)}).`];
}

function nameChecks(checks: readonly string[]): string {
  return checks.map(checkTitle).join(', ');
}

const depthSentences: Readonly<Record<SearchDepth, (by: string) => string>> = {
  searched: (by) => `Looked for (${by}).`,
  'in-part': (by) => `Looked for in part of the file (${by}).`,
  'by-chance': (by) => `It would have been noticed only by chance (${by}).`,
  'not-searched': () => 'Not looked for: this file cannot show it to any check there is.',
};
