import type { AuthenticBasis } from '@assay/checks/check/check';
import type { Term } from './conclusion.ts';

const agreementBases = [
  'compression',
  'metadata',
  'thumbnail',
  'sensor',
] as const satisfies readonly AuthenticBasis[];

/** Highest confidence of `authentic` when it rests on agreement with the camera alone. */
export const agreementConfidenceCap = 0.75;
/** Highest confidence of `authentic` when a trusted capture device signed the file. */
export const captureConfidenceCap = 0.97;

export interface PositiveEvidence {
  /** log10. */
  readonly llr: number;
  readonly confidenceCap: number;
}

/**
 * What may carry the verdict `authentic`: a trusted capture alone, or all four agreements with the camera together
 * (compression, metadata, preview, sensor pattern). Null when neither is there; a mere lack of anomalies never is.
 */
export function positiveEvidence(terms: readonly Term[]): PositiveEvidence | null {
  const llrOf = (basis: AuthenticBasis): number =>
    terms.filter((term) => term.counted && term.basis === basis).reduce((sum, term) => sum + term.llr, 0);
  const capture = llrOf('trusted-capture');
  const agreements = agreementBases.map(llrOf);
  const agreement = agreements.every((llr) => llr > 0) ? agreements.reduce((sum, llr) => sum + llr, 0) : 0;
  if (capture > 0) return { llr: capture + agreement, confidenceCap: captureConfidenceCap };
  return agreement > 0 ? { llr: agreement, confidenceCap: agreementConfidenceCap } : null;
}
