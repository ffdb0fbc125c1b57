import { listNotable } from '../../domain/fusion/notable-findings.ts';
import type { NotableFinding } from '../../domain/fusion/notable-findings.ts';
import { stateDepths, stateNothingFound } from '../../domain/fusion/search/state-search.ts';
import type { Searches } from '../../domain/fusion/search/state-search.ts';
import type { Headline, Headlined } from './headlined.ts';
import { describePlace } from './place-words.ts';

/** Heads a file without a verdict by the first that holds: metadata contradict themselves, a sign, a place, tracked changes, not examined, a search that found nothing. */
export function headUnverified({ conclusion, results }: Headlined): Headline {
  const { changes, strongest, unsearched } = conclusion;
  const notable = listNotable(results, strongest);
  const searches = { changes, strongest, notable };
  const first = notable.find(({ kind }) => kind === 'contradiction') ?? notable[0];
  if (first !== undefined)
    return headNotable(first, unsearched === undefined ? '' : ' The content itself was not examined.');
  if (unsearched === undefined) return headQuiet(searches);
  const { reason, needed } = unsearched;
  const need = needed === null ? '' : ` The checks need ${needed}.`;
  return {
    title: 'Not examined',
    meaning: `The file was not examined for changes: ${reason}.${need} These checks are not charged.`,
  };
}

function headNotable({ kind, statement, location }: NotableFinding, ending: string): Headline {
  const where = location === null ? '' : `, look ${describePlace(location)}`;
  const unproven = 'nothing proves the file authentic.';
  switch (kind) {
    case 'contradiction':
      return {
        title: 'Unverified: the metadata contradict themselves',
        meaning: `${statement} That alone says little about the content, and ${unproven}${ending}`,
      };
    case 'sign':
      return {
        title: `Unverified: a weak sign${where}`,
        meaning: `${statement} Alone it is far too weak for a verdict, and ${unproven}${ending}`,
      };
    case 'tracked':
      return {
        title: 'Unverified: tracked changes to read',
        meaning: `${statement} Changes that a program tracks are innocent by themselves, and ${unproven}${ending}`,
      };
    case 'place':
      return {
        title:
          location?.boundingBox === undefined
            ? `Unverified: a place to look at${where.replace(', look at', ':')}`
            : 'Unverified: a marked place to look at',
        meaning: `${statement} It weighs nothing alone, and ${unproven}${ending}`,
      };
  }
}

const notClean =
  'Nothing proves the file authentic. This is not a clean bill of health: a careful edit, or a generated file without traces, can look the same.';

function headQuiet(searches: Searches): Headline {
  const { changes } = searches;
  const isInPart = changes.some(({ depth }) => depth === 'in-part');
  const quiet = stateNothingFound(searches);
  const meaning = [...quiet, ...stateDepths(searches), notClean].join(' ');
  if (isInPart) return { title: 'Unverified: a part of the file was not searched', meaning };
  if (quiet.length === 0) return { title: 'Unverified', meaning };
  return { title: 'Unverified: nothing found in what was searched', meaning };
}
