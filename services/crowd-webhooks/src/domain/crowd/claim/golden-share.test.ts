import { describe, expect, it } from 'vitest';
import { computeGoldenShare } from './golden-share.ts';

const job = { id: 'job', orderKey: 'key', goldenTaskRatio: 0.25, goldenCount: 10, variantCount: 40 };

/** Lets a worker do all tasks of a job. Returns true for each task that is golden. */
function walk(terms: typeof job, workerId: string, random: () => number): readonly boolean[] {
  const done = { answered: 0, goldenAnswered: 0 };
  const tasks: boolean[] = [];
  for (;;) {
    const isGolden = random() < computeGoldenShare(terms, { workerId, ...done });
    if (!isGolden && done.answered === terms.variantCount) return tasks;
    tasks.push(isGolden);
    if (isGolden) done.goldenAnswered += 1;
    else done.answered += 1;
  }
}

function walkMany(terms: typeof job, count: number) {
  let state = 1;
  const random = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  return Array.from({ length: count }, (_, index) => walk(terms, `worker ${index.toString()}`, random));
}

const count = (tasks: readonly boolean[]) => tasks.filter(Boolean).length;

describe('the golden tasks of a worker', () => {
  it.each([
    ['as many as the ratio says', job, 10],
    ['no more than there are', { ...job, goldenTaskRatio: 0.5 }, 10],
    ['one more for some workers', { ...job, goldenTaskRatio: 0.06 }, 2.4],
    ['some of many, where there are more variants than a worker does', { ...job, variantCount: 1_000 }, 10],
  ])('are %s', (_name, terms, expected) => {
    const walks = walkMany(terms, 400);
    const mean = walks.reduce((sum, tasks) => sum + count(tasks), 0) / walks.length;
    expect(Math.abs(mean - expected)).toBeLessThan(0.25);
  });

  it('are spread evenly: the first half of the tasks has as many as the second one', () => {
    const halves = walkMany(job, 2_000).map((tasks) => {
      const middle = tasks.length / 2;
      return [count(tasks.slice(0, middle)), count(tasks.slice(middle))] as const;
    });
    const first = halves.reduce((sum, [one]) => sum + one, 0);
    const second = halves.reduce((sum, [, one]) => sum + one, 0);
    expect(Math.abs(first - second) / (first + second)).toBeLessThan(0.02);
  });

  it('have the share of the ratio in jobs of earlier versions', () => {
    const { goldenCount: _none, ...earlier } = job;
    const worker = { workerId: 'worker', answered: 3, goldenAnswered: 9 };
    expect(computeGoldenShare(earlier, worker)).toBeCloseTo(0.2);
  });
});
