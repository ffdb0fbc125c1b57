import { changeWords } from './change-words.ts';
import { noticingChecks } from './change-search.ts';
import type { ChangeSearch, SearchDepth } from './change-search.ts';
import type { Conclusion } from '../conclusion.ts';
import type { NotableFinding } from '../notable-findings.ts';

/** The searches of a file, with what they found. */
export interface Searches {
  readonly changes: readonly ChangeSearch[];
  readonly strongest: Conclusion['strongest'];
  readonly notable: readonly Pick<NotableFinding, 'check'>[];
}

/**
 * Says that a search found nothing: the only sentence of a report that does. It names the kinds of change that were looked for in the
 * whole file, and none that one of the findings may be. Returns nothing where there is no such kind.
 */
export function stateNothingFound(searches: Searches): string[] {
  const quiet = listQuiet(searches);
  return quiet.length === 0 ? [] : [`No sign was found of ${alternatives.format(quiet)}.`];
}

/** Says how deep the file was searched, with what was left out, and finds nothing absent. */
export function stateDepths(searches: Searches): string[] {
  const { changes, strongest } = searches;
  const quiet = listQuiet(searches);
  const named = (depth: SearchDepth): string =>
    changes
      .filter((search) => search.depth === depth && noticingChecks(search, strongest).length === 0)
      .filter(({ change }) => depth !== 'searched' || !quiet.includes(changeWords[change]))
      .map(({ change }) => changeWords[change])
      .join(', ');
  const searched = named('searched');
  const inPart = named('in-part');
  const leftOut = new Set(changes.flatMap((search) => search.leftOut ?? []));
  const unseen = [named('by-chance'), named('not-searched')].filter((words) => words !== '').join(', ');
  return [
    ...(searched === '' ? [] : [`Looked for: ${searched}.`]),
    ...(inPart === '' ? [] : [`Looked for in part of the file: ${inPart}.`, ...leftOut]),
    ...(unseen === '' ? [] : [`Not looked for, or noticed only by chance: ${unseen}.`]),
  ];
}

/** Returns the kinds of change, in words, that were looked for in the whole file and that no finding may be. */
function listQuiet({ changes, strongest, notable }: Searches): readonly string[] {
  const speaking = new Set([
    ...notable.map(({ check }) => check),
    ...[...strongest.for, ...strongest.against]
      .filter(({ proposition, llr }) => proposition !== 'authentic' && llr > 0)
      .map(({ check }) => check),
  ]);
  return changes
    .filter(({ depth, checks }) => depth === 'searched' && !checks.some((check) => speaking.has(check)))
    .map(({ change }) => changeWords[change]);
}

const alternatives = new Intl.ListFormat('en-GB', { type: 'disjunction' });
