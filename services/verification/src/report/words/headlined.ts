import type { ClaimJudgement } from '../../domain/claim/judge-claims.ts';
import type { Conclusion } from '../../domain/fusion/conclusion.ts';
import type { Notable } from '../../domain/fusion/notable-findings.ts';

/** The words at the head of a report and in lists. */
export interface Headline {
  /** A few words. */
  readonly title: string;
  /** One or two sentences. */
  readonly meaning: string;
}

/** The parts of a run that its headline names. */
export interface Headlined {
  readonly conclusion: Pick<Conclusion, 'verdict' | 'claims' | 'changes' | 'strongest' | 'unsearched'>;
  readonly judged: readonly Pick<ClaimJudgement, 'verdict' | 'summary'>[];
  readonly files: readonly unknown[];
  readonly results: readonly Notable[];
}
