import { findLeading } from '../../domain/fusion/leading-finding.ts';
import type { LeadingFinding } from '../../domain/fusion/leading-finding.ts';
import type { Headline, Headlined } from './headlined.ts';
import { describePlace } from './place-words.ts';
import { verdictWords } from './wording.ts';

const leadingWords: Readonly<Record<LeadingFinding, string>> = {
  'changed-after-signing': 'changed after it was signed',
  'credentials-changed': 'the file or its credentials were changed after signing',
  'declared-ai': 'its signer declares the use of an AI model',
  'claimed-generator': 'a text in the file claims a generator',
};

/** Heads a file that has a verdict, or is inconclusive, by the finding that this rests on. */
export function headDecided({ conclusion, results }: Headlined): Headline {
  const { verdict, strongest } = conclusion;
  const { title, meaning } = verdictWords[verdict];
  const leading = findLeading(conclusion, results);
  if (leading !== null)
    return { title: `${title}: ${leadingWords[leading.kind]}`, meaning: leading.statement };
  const [first] = strongest.against;
  if (verdict !== 'inconclusive' || first === undefined) return { title, meaning };
  const location = results.find(({ check }) => check === first.check)?.locations?.[0];
  return {
    title: location === undefined ? title : `${title}: look ${describePlace(location)}`,
    meaning: `${first.statement} ${meaning}`,
  };
}
