import type { ClaimVerdict } from '../claim/judge-claims.ts';
import type { ChangeSearch } from './search/change-search.ts';
import type { ChangeKind } from '@assay/checks/search/change-kinds';
import type { AuthenticBasis, EvidenceKind, ScorecardKey, VerbalSupport } from '@assay/checks/check/check';

/** How many claims have each verdict. */
export type ClaimCounts = Readonly<Record<ClaimVerdict, number>>;

export type Verdict = 'authentic' | 'manipulated' | 'synthetic' | 'inconclusive' | 'unverified';
export type Proposition = 'manipulated' | 'synthetic' | 'authentic';

/** One likelihood ratio as it entered the sum. */
export interface Term {
  readonly check: string;
  readonly kind: EvidenceKind;
  readonly proposition: Proposition;
  /** What the check's evidence for authenticity rests on; null for the other propositions. */
  readonly basis: AuthenticBasis | null;
  /** The kinds of change the check looks for. */
  readonly searchesFor: readonly ChangeKind[];
  /** log10, after clamping. */
  readonly llr: number;
  /** log10, as the check gave it. */
  readonly givenLlr: number;
  /** False when the ratio was left out of the sum; `note` says why. */
  readonly counted: boolean;
  readonly note: string;
}

export interface Posterior {
  /** Prior probability of `manipulated`. */
  readonly prior: number;
  readonly manipulated: number;
  readonly synthetic: number;
  /** Zero unless there is admissible positive evidence. */
  readonly authentic: number;
}

export interface Evidence {
  readonly check: string;
  readonly statement: string;
  readonly proposition: Proposition;
  readonly llr: number;
  readonly verbal: VerbalSupport;
}

/** Why no kind of change could be looked for in a file. */
export interface Unsearched {
  /** The end of a sentence, such as "the video lasts 3.6 s". */
  readonly reason: string;
  /** The properties that the file would need, as the end of a sentence; null where that is not known. */
  readonly needed: string | null;
}

/** What a confidence is: the posterior of the verdict, or how much of what there is to find this file could have shown. */
export type ConfidenceMeaning = 'posterior' | 'coverage';

export interface Conclusion {
  readonly verdict: Verdict;
  /**
   * For `authentic`, `manipulated` and `synthetic`: the posterior probability of that verdict, capped. For
   * `inconclusive` and `unverified`: the share of the kinds of change that this file could have shown, as `coverage` in
   * the scorecard.
   */
  readonly confidence: number;
  readonly confidenceMeaning: ConfidenceMeaning;
  /** Prior probability of what the verdict says; for the open verdicts that of `manipulated`. */
  readonly prior: number;
  /** What the confidence would be if files like this were manipulated, or generated, in 1 of 100 cases; else null. */
  readonly confidenceIfRare: number | null;
  /** Each kind of change, and whether this file could have shown it. */
  readonly changes: readonly ChangeSearch[];
  /** The fewest checks without whose findings the verdict would be another one; empty when there is no such set of up to three. */
  readonly decisive: readonly string[];
  /** Criterion to 0..1, 1 speaking for the file, 0.5 saying nothing; criteria nobody could judge are absent. */
  readonly scorecard: Readonly<Partial<Record<ScorecardKey, number>> & { coverage: number }>;
  /** A few sentences for people. */
  readonly explanation: string;
  /**
   * Strongest first. For a verdict of `authentic`, `manipulated` or `synthetic`, evidence for and against that verdict,
   * without what speaks to another question; for the two others, evidence for and against the authenticity of the file.
   */
  readonly strongest: { readonly for: readonly Evidence[]; readonly against: readonly Evidence[] };
  readonly notChecked: readonly { readonly check: string; readonly reason: string }[];
  readonly posterior: Posterior;
  readonly terms: readonly Term[];
  /** Set where no kind of change could be looked for and no check decided; missing otherwise, and in runs from before it was kept. */
  readonly unsearched?: Unsearched;
  /** Of a run that is about claims: how many of them have each verdict. Missing in runs about a file. */
  readonly claims?: ClaimCounts;
}
