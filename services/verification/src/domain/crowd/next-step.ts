import type { AskTask } from '../pipeline/pipeline.ts';
import type { StageResponse } from '../stage/stage.ts';
import { aggregateResponses } from './aggregate-responses.ts';
import type { Aggregate } from './aggregate-responses.ts';

/** Whether more people are asked: until enough agree, one more at a time, and no more than there may be. */
export type NextStep =
  | { readonly kind: 'ask'; readonly wanted: number }
  | { readonly kind: 'end'; readonly agreed: boolean; readonly aggregate: Aggregate };

export function nextStep(task: AskTask, responses: readonly StageResponse[]): NextStep {
  const { minResponses, maxResponses, consensusThreshold } = task;
  if (responses.length < minResponses) return { kind: 'ask', wanted: minResponses };
  const aggregate = aggregateResponses(task, responses);
  const agreed = aggregate.agreement >= consensusThreshold;
  if (agreed || responses.length >= maxResponses) return { kind: 'end', agreed, aggregate };
  return { kind: 'ask', wanted: responses.length + 1 };
}
