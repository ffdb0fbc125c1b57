import type { CheckResult } from '../../checks/check.ts';
import { concludeClaims } from '../claim/conclude-claims.ts';
import { judgeClaims } from '../claim/judge-claims.ts';
import type { ClaimJudgement } from '../claim/judge-claims.ts';
import { conclude } from '../fusion/conclude.ts';
import type { Conclusion } from '../fusion/conclusion.ts';
import { findPipeline } from '../pipeline/catalog.ts';
import type { Pipeline, StageTask } from '../pipeline/pipeline.ts';
import type { Run } from './run.ts';

/** What follows from everything that was found. */
export interface WeighedFindings {
  readonly concluded: Conclusion;
  readonly claims: readonly ClaimJudgement[];
}

/** Weighs what the stages found, about the file or about the claims, as the task says. */
export function weighFindings(
  { pipelineSlug, contextData }: Pick<Run, 'pipelineSlug' | 'contextData'>,
  { about }: Extract<StageTask, { readonly kind: 'conclude' }>,
  results: readonly CheckResult[],
): WeighedFindings {
  const claims = judgeClaims(contextData, results);
  const concluded =
    about === 'claims' ? concludeClaims(claims, results) : conclude(results, findPipeline(pipelineSlug));
  return { concluded, claims };
}
