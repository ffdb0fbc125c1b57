import { describe, expect, it } from 'vitest';
import { imageExpertReview } from '../../pipeline/definitions/image-expert-review.ts';
import type { StageResponse } from '../../stage/stage.ts';
import { decide } from '../../fusion/decide.ts';
import { weighEvidence } from '../../fusion/weigh-evidence.ts';
import { finding } from '@assay/checks/check/check-result';
import { weighAnswer, weighAnswers } from './weigh-answers.ts';

const [marking] = imageExpertReview.stages.flatMap(({ task }) => (task.kind === 'ask' ? [task] : []));
if (marking === undefined) throw new Error('the pipeline asks nobody');
const task = marking;

let count = 0;
/** The answers of new people with that many right ones of ten golden tasks; null: untested. */
function answers(values: readonly string[], right: number | null): StageResponse[] {
  return values.map((value) => {
    const id = String((count += 1));
    const golden = right === null ? { goldCorrect: 0, goldTotal: 0 } : { goldCorrect: right, goldTotal: 10 };
    return { id, workerId: id, value, ...golden, areas: [], texts: {} };
  });
}
const repeat = (value: string, times: number): string[] => Array.from({ length: times }, () => value);
const weigh = (responses: StageResponse[], earlier: StageResponse[] = []) =>
  weighAnswers({ task, responses }, [{ task, responses: earlier }]);

describe('the likelihood ratio of answers', () => {
  it.each([
    ['yes', 9, Math.log10(0.8 / 0.2)],
    ['no', 9, -Math.log10(0.8 / 0.2)],
    ['yes', null, Math.log10(0.6 / 0.4)],
    ['cannot_tell', 9, 0],
    ['yes', 0, 0],
  ])('of %s from a worker with %s of 10 right is that of the accuracy', (value, right, llr) => {
    const [answer] = answers([value], right);
    expect(answer && weighAnswer(task, answer)).toBeCloseTo(llr, 12);
  });

  it('adds up, and is capped', () => {
    expect(weigh(answers(['yes', 'yes', 'no'], 9))).toEqual({
      llr: expect.closeTo(Math.log10(4), 12) as number,
      isCapped: false,
    });
    expect(weigh(answers(repeat('yes', 7), 9))).toEqual({ llr: 1.5, isCapped: true });
    expect(weigh(answers(repeat('no', 7), 9))).toEqual({ llr: -1.5, isCapped: true });
  });

  it('is capped at 0.7 while fewer than three workers are tested', () => {
    const untested = answers(repeat('yes', 5), null);
    expect(weigh(untested)).toEqual({ llr: 0.7, isCapped: true });
    expect(weigh([...untested, ...answers(['yes', 'yes'], 9)]).llr).toBe(0.7);
    expect(weigh([...untested, ...answers(['yes', 'yes', 'yes'], 9)]).llr).toBe(1.5);
  });

  it('is capped over all stages of a run together', () => {
    const first = answers(repeat('yes', 7), 9);
    expect(weigh(answers(['yes', 'yes', 'yes'], 9), first)).toEqual({ llr: 0, isCapped: true });
    const untested = answers(repeat('yes', 7), null);
    expect(weigh(answers(['yes', 'yes', 'yes'], 9), untested).llr).toBeCloseTo(0.8, 12);
  });

  it('counts a person once, with the later answer', () => {
    const first = answers(['yes', 'yes', 'no'], 9);
    const again = first.map((answer, index) => ({ ...answer, value: index === 0 ? 'no' : answer.value }));
    const one = Math.log10(4);
    expect(weigh(first).llr).toBeCloseTo(one, 12);
    expect(weigh(again, first).llr).toBeCloseTo(-2 * one, 12);
    expect(weigh(first, first).llr).toBe(0);
  });

  it('never makes a file manipulated or synthetic alone', () => {
    const { llr } = weigh(answers(repeat('yes', 1_000), 10), answers(repeat('yes', 1_000), 10));
    const identity = { slug: 'people', version: '1', kind: 'context', criterion: 'crowd_agreement' } as const;
    const { verdict, posterior } = decide(
      weighEvidence([finding(identity, { statement: '', llrManipulated: llr || 1.5 })]),
    );
    expect(verdict).toBe('inconclusive');
    expect(posterior.manipulated).toBeCloseTo(0.778, 3);
  });
});
