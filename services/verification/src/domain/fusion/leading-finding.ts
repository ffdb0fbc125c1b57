import { manifests } from '@assay/checks/manifests';
import type { Conclusion } from './conclusion.ts';
import type { Notable } from './notable-findings.ts';

/**
 * The finding that a verdict rests on first, where it says something else than that the content was changed or generated: what was signed,
 * what a signer declares, or what a text in the file claims.
 */
export type LeadingFinding =
  'changed-after-signing' | 'credentials-changed' | 'declared-ai' | 'claimed-generator';

const credentialFindings: readonly unknown[] = [
  'changed-after-signing',
  'credentials-changed',
  'declared-ai',
] satisfies readonly LeadingFinding[];

/** Returns the leading finding with its sentence; null where the verdict rests on something else. */
export function findLeading(
  { verdict, strongest }: Pick<Conclusion, 'verdict' | 'strongest'>,
  results: readonly Notable[],
): { readonly kind: LeadingFinding; readonly statement: string } | null {
  const [first] = verdict === 'inconclusive' ? strongest.against : strongest.for;
  const result = results.find(({ check }) => check === first?.check);
  if (result === undefined || verdict === 'authentic') return null;
  const { check, statement, facts } = result;
  const basis = manifests.get(check)?.basis;
  if (basis === 'generator-text') return { kind: 'claimed-generator', statement };
  return basis === 'credentials' && isCredentialFinding(facts['finding'])
    ? { kind: facts['finding'], statement }
    : null;
}

function isCredentialFinding(value: unknown): value is LeadingFinding {
  return credentialFindings.includes(value);
}
