import type { CrowdTask } from '../pipeline/pipeline.ts';
import type { StageResponse } from '../stage/stage.ts';
import { aggregateResponses } from './statistics/aggregate-responses.ts';

/** The next step of a stage: it requests one more response at a time until enough people agree, or until the maximum is reached. */
export type NextStep =
  | { readonly kind: 'ask'; readonly requested: number }
  | { readonly kind: 'end'; readonly endedBy: 'decided' | 'max_responses' };

export function nextStep(task: CrowdTask, responses: readonly StageResponse[]): NextStep {
  const { minResponses, maxResponses } = task;
  if (responses.length < minResponses) return { kind: 'ask', requested: minResponses };
  if (isDecided(task, responses)) return { kind: 'end', endedBy: 'decided' };
  if (responses.length >= maxResponses) return { kind: 'end', endedBy: 'max_responses' };
  return { kind: 'ask', requested: responses.length + 1 };
}

/** Returns true if enough people answered and agree. */
export function isDecided(task: CrowdTask, responses: readonly StageResponse[]): boolean {
  const { minResponses, consensusThreshold } = task;
  return (
    responses.length >= minResponses && aggregateResponses(task, responses).agreement >= consensusThreshold
  );
}
