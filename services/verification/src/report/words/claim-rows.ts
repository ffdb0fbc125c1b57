import type { ClaimVerdict } from '../../domain/claim/judge-claims.ts';
import { checkTitle, humanise } from '@assay/checks/words/check-titles';
import type { ReportInput } from '../report-input.ts';

export const claimsTitle = 'What is claimed, and what became of it';

const verdictTitles: Readonly<Record<ClaimVerdict, string>> = {
  supported: 'Supported',
  contradicted: 'Contradicted',
  not_checkable: 'Could not be checked',
};

/** Each claim with its value, its verdict and what that rests on, for rows of a table. */
export function claimRows({ claims, judged }: ReportInput): readonly (readonly [string, string])[] {
  return judged.map(({ key, verdict, summary, evidence }) => {
    const value = claims.find((claim) => claim.key === key)?.value ?? '';
    const checks = [...new Set(evidence.map(({ check }) => checkTitle(check)))].join(', ');
    const by = checks === '' ? '' : ` (${checks})`;
    return [`${humanise(key)}: ${value}`, `${verdictTitles[verdict]}. ${summary}${by}`] as const;
  });
}
