import { describe, expect, it } from 'vitest';
import { imageExpertReview } from '../pipeline/definitions/image-expert-review.ts';
import type { CrowdTask } from '../pipeline/pipeline.ts';
import type { StageResponse } from '../stage/stage.ts';
import { nextStep } from './next-step.ts';

const task: CrowdTask = {
  kind: 'ask',
  question: 'Which?',
  texts: [],
  unitCents: 10,
  minResponses: 2,
  maxResponses: 4,
  consensusThreshold: 0.8,
  options: [
    { value: 'a', label: 'A', speaks: 'against' },
    { value: 'b', label: 'B', speaks: 'for' },
    { value: 'c', label: 'C' },
  ],
};

/** Each by somebody else, who gave that many right answers to ten known questions; null: was never tried. */
function responses(...given: readonly (readonly [value: string, right: number | null])[]): StageResponse[] {
  return given.map(([value, right], index) => ({
    id: String(index),
    workerId: String(index),
    value,
    areas: [],
    texts: {},
    ...(right === null ? { goldCorrect: 0, goldTotal: 0 } : { goldCorrect: right, goldTotal: 10 }),
  }));
}

describe('whether more people are asked', () => {
  it.each<[string, StageResponse[], object]>([
    ['before the least number', responses(['a', 9]), { kind: 'ask', requested: 2 }],
    ['when they agree', responses(['a', 9], ['a', 9]), { kind: 'end', endedBy: 'decided' }],
    ['while they do not', responses(['a', 9], ['b', 9]), { kind: 'ask', requested: 3 }],
    [
      'when nobody is left',
      responses(['a', 9], ['b', 9], ['a', 9], ['b', 9]),
      { kind: 'end', endedBy: 'max_responses' },
    ],
  ])('%s', (_when, given, step) => {
    expect(nextStep(task, given)).toMatchObject(step);
  });

  it('is bounded in every stage of the catalog', () => {
    const asking = imageExpertReview.stages.flatMap(({ task: asked }) =>
      asked.kind === 'ask' ? [asked] : [],
    );
    expect(asking).toHaveLength(2);
    for (const asked of asking) expect(asked.maxResponses).toBeGreaterThan(asked.minResponses);
  });
});
