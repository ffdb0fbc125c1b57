import type { CheckResult } from '@assay/checks/check/check';
import { concludeClaims } from '../claim/conclude-claims.ts';
import { judgeClaims } from '../claim/judge-claims.ts';
import type { ClaimJudgement } from '../claim/judge-claims.ts';
import { conclude } from '../fusion/conclude.ts';
import type { Conclusion } from '../fusion/conclusion.ts';
import type { ExaminableFile } from '../fusion/search/needed-file.ts';
import { findPipeline } from '../pipeline/catalog.ts';
import type { Pipeline, StageTask } from '../pipeline/pipeline.ts';
import type { Run } from './run.ts';

/** What follows from everything that was found. */
export interface WeighedFindings {
  readonly concluded: Conclusion;
  readonly claims: readonly ClaimJudgement[];
}

/** The files are missing where a run is known by its evidence bundle alone. */
type WeighedRun = Pick<Run, 'pipelineSlug' | 'contextData'> & Partial<Pick<Run, 'files'>>;

/** Weighs what the stages found, about the file or about the claims, as the task says. */
export function weighFindings(
  { pipelineSlug, contextData, files = [] }: WeighedRun,
  { about }: Extract<StageTask, { readonly kind: 'conclude' }>,
  results: readonly CheckResult[],
): WeighedFindings {
  const claims = judgeClaims(contextData, results);
  const pipeline = findPipeline(pipelineSlug);
  const concluded =
    about === 'claims'
      ? concludeClaims(declaredClaims(claims, pipeline), results)
      : conclude(results, pipeline && { ...pipeline, ...describeFile(files) });
  return { concluded, claims };
}

function describeFile([file, ...others]: Run['files']): { readonly file?: ExaminableFile } {
  return file === undefined || others.length > 0 ? {} : { file };
}

/** A saved context may hold claims for other pipelines. No check of this one can judge them, which says nothing of its result. */
function declaredClaims(
  claims: readonly ClaimJudgement[],
  pipeline: Pipeline | undefined,
): readonly ClaimJudgement[] {
  if (pipeline === undefined) return claims;
  const { requiredContextFields, optionalContextFields } = pipeline;
  const declared = new Set([...requiredContextFields, ...optionalContextFields].map(({ key }) => key));
  return claims.filter(({ key, verdict }) => declared.has(key) || verdict !== 'not_checkable');
}
