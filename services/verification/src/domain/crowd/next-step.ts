import type { AskTask } from '../pipeline/pipeline.ts';
import type { StageResponse } from '../stage/stage.ts';
import { aggregateResponses } from './aggregate-responses.ts';

/** Whether a stage needs more responses: one more at a time until enough people agree, or until the maximum is reached. */
export type NextStep =
  | { readonly kind: 'ask'; readonly wanted: number }
  | { readonly kind: 'end'; readonly endedBy: 'decided' | 'max_responses' };

export function nextStep(task: AskTask, responses: readonly StageResponse[]): NextStep {
  const { minResponses, maxResponses } = task;
  if (responses.length < minResponses) return { kind: 'ask', wanted: minResponses };
  if (isDecided(task, responses)) return { kind: 'end', endedBy: 'decided' };
  if (responses.length >= maxResponses) return { kind: 'end', endedBy: 'max_responses' };
  return { kind: 'ask', wanted: responses.length + 1 };
}

/** Returns true if enough people answered and agree. */
export function isDecided(task: AskTask, responses: readonly StageResponse[]): boolean {
  const { minResponses, consensusThreshold } = task;
  return (
    responses.length >= minResponses && aggregateResponses(task, responses).agreement >= consensusThreshold
  );
}
