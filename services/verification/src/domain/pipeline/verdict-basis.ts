import { manifests } from '@assay/checks/manifests';
import type { CheckResult } from '@assay/checks/check/check';
import type { Verdict } from '../fusion/conclusion.ts';
import type { VerdictBasis } from './definitions/evaluations/published-evaluation.ts';

type Result = Pick<CheckResult, 'check' | 'applicability' | 'llrManipulated' | 'llrSynthetic'>;

const bases: readonly VerdictBasis[] = ['credentials', 'generator-text'];

/** Returns the evidence of this kind that a file holds. */
export function listBases(results: readonly Result[]): readonly VerdictBasis[] {
  return bases.filter((basis) =>
    results.some(
      ({ check, applicability, llrSynthetic }) =>
        manifests.get(check)?.basis === basis &&
        applicability.applicable &&
        (basis === 'credentials' || llrSynthetic > 0),
    ),
  );
}

/** Returns the evidence of this kind on which a verdict rests more than on any other; null where there is none. */
export function findBasis(verdict: Verdict, results: readonly Result[]): VerdictBasis | null {
  if (verdict === 'unverified' || verdict === 'authentic') return null;
  const weigh = ({ llrManipulated, llrSynthetic }: Result): number =>
    verdict === 'synthetic'
      ? llrSynthetic
      : verdict === 'manipulated'
        ? llrManipulated
        : Math.max(llrManipulated, llrSynthetic);
  const [strongest] = results.toSorted((one, other) => weigh(other) - weigh(one));
  if (strongest === undefined || weigh(strongest) <= 0) return null;
  return manifests.get(strongest.check)?.basis ?? null;
}

/** Each basis as part of a sentence about files. */
export const basisWords: Readonly<Record<VerdictBasis, string>> = {
  credentials: 'files with Content Credentials',
  'generator-text': 'files that hold the text of a generator',
};
