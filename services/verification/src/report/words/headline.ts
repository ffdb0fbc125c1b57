import type { Conclusion } from '../../domain/fusion/conclusion.ts';
import { headDecided } from './decided-headline.ts';
import type { Headline, Headlined } from './headlined.ts';
import { headUnverified } from './unverified-headline.ts';
import { claimsMeaning } from './wording.ts';
import { lowerFirst } from '@assay/checks/words/first-letter';

/**
 * A run about one file is headed by what was found in it, and by its claims where the file contradicts them; a run about claims or about
 * several files by what was found.
 */
export function writeHeadline(input: Headlined): Headline {
  return input.conclusion.claims === undefined ? headFile(input) : headFindings(input);
}

function headFile(input: Headlined): Headline {
  const { conclusion, judged } = input;
  const { verdict } = conclusion;
  const own = verdict === 'unverified' ? headUnverified(input) : headDecided(input);
  const contradicted = judged.filter((claim) => claim.verdict === 'contradicted');
  const [first] = contradicted;
  if (first === undefined) return own;
  const contradicts = contradictsWords(contradicted.length);
  if (verdict !== 'unverified')
    return { title: `${own.title}; ${lowerFirst(contradicts)}`, meaning: `${own.meaning} ${first.summary}` };
  return {
    title: contradicts,
    meaning: `${first.summary} The file itself may be unchanged; nothing proves that it is.`,
  };
}

function headFindings({ conclusion: { claims }, judged, files, results }: Headlined): Headline {
  const found = results.find(({ applicability }) => applicability.applicable);
  if (claims === undefined || judged.length === 0) {
    const title = files.length > 1 ? 'Files compared' : 'Nothing claimed';
    return { title, meaning: found?.statement ?? 'Nothing in this run could be compared.' };
  }
  return { title: claimsTitle(claims), meaning: claimsMeaning(claims) };
}

function claimsTitle({ contradicted, supported }: NonNullable<Conclusion['claims']>): string {
  if (contradicted > 0) return contradictsWords(contradicted);
  return supported > 0 ? 'Agrees with what is claimed' : 'Claims could not be checked';
}

function contradictsWords(count: number): string {
  return count === 1 ? 'Contradicts the claim' : `Contradicts ${String(count)} claims`;
}
