import { describe, expect, it } from 'vitest';
import { imageExpertReview } from '../pipeline/definitions/image-expert-review.ts';
import type { AskTask } from '../pipeline/pipeline.ts';
import type { StageResponse } from '../stage/stage.ts';
import { aggregateResponses } from './aggregate-responses.ts';
import { nextStep } from './next-step.ts';

const task: AskTask = {
  kind: 'ask',
  question: 'Which?',
  minResponses: 2,
  maxResponses: 4,
  consensusThreshold: 0.8,
  options: [
    { value: 'a', label: 'A', speaksFor: 'manipulated' },
    { value: 'b', label: 'B', speaksFor: 'innocent' },
    { value: 'c', label: 'C' },
  ],
};

/** Each by somebody else, who gave that many right answers to ten known questions; null: was never tried. */
function responses(...given: readonly (readonly [value: string, right: number | null])[]): StageResponse[] {
  return given.map(([value, right], index) => ({
    id: String(index),
    workerId: String(index),
    value,
    ...(right === null ? { goldCorrect: 0, goldTotal: 0 } : { goldCorrect: right, goldTotal: 10 }),
  }));
}

describe('what responses come to', () => {
  it('is the posterior of the options by the skill of who answered', () => {
    // q = (0.5 + 9) / 11; the two others share what is left: odds q^2 to ((1 - q) / 2)^2.
    const q = 9.5 / 11;
    const rest = ((1 - q) / 2) ** 2;
    const { value, agreement, posterior } = aggregateResponses(task, responses(['a', 9], ['a', 9]));
    expect(value).toBe('a');
    expect(agreement).toBeCloseTo(q ** 2 / (q ** 2 + 2 * rest), 10);
    expect(posterior.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 10);
  });

  it('lets one who is good outweigh two who guess', () => {
    expect(aggregateResponses(task, responses(['a', 10], ['b', 4], ['b', 4])).value).toBe('a');
  });

  it('says nothing of two options where nobody was ever tried', () => {
    const two = { options: task.options.slice(0, 2) };
    const { agreement, llrManipulated } = aggregateResponses(two, responses(['a', null], ['a', null]));
    expect([agreement, llrManipulated]).toEqual([0.5, 0]);
  });
});

describe('whether more people are asked', () => {
  it.each<[string, StageResponse[], object]>([
    ['before the least number', responses(['a', 9]), { kind: 'ask', wanted: 2 }],
    ['when they agree', responses(['a', 9], ['a', 9]), { kind: 'end', agreed: true }],
    ['while they do not', responses(['a', 9], ['b', 9]), { kind: 'ask', wanted: 3 }],
    [
      'when nobody is left',
      responses(['a', 9], ['b', 9], ['a', 9], ['b', 9]),
      { kind: 'end', agreed: false },
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
