import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { computePosterior, estimateAccuracy } from '../../src/domain/crowd/statistics/bayes.ts';
import { aggregateByDawidSkene } from '../../src/domain/crowd/statistics/dawid-skene.ts';
import { computeAlpha, interval, nominal } from '../../src/domain/crowd/statistics/krippendorff.ts';
import type { Distribution, Label } from '../../src/domain/crowd/statistics/label.ts';
import { aggregateByMajority } from '../../src/domain/crowd/statistics/majority.ts';

type Shares = Readonly<Record<string, number>>;

/** Simulated answers, and the results of other implementations. make-reference.py wrote it. */
interface Reference {
  readonly options: readonly string[];
  readonly labels: readonly (readonly [taskId: string, workerId: string, value: string])[];
  readonly level: 'nominal' | 'interval';
  readonly majority: Readonly<Record<string, Shares>>;
  readonly dawidSkene: Readonly<Record<string, Shares>>;
  readonly alpha: number;
  readonly answers: readonly (readonly [value: string, correct: number, total: number])[];
  readonly posterior: Shares;
}

const path = new URL('reference.json', import.meta.url);
const references = JSON.parse(readFileSync(path, 'utf8')) as readonly Reference[];

const toLabels = ({ labels }: Reference): Label[] =>
  labels.map(([taskId, workerId, value]) => ({ taskId, workerId, value }));

/** Returns the largest difference between two sets of distributions. */
function compare(
  found: ReadonlyMap<string, Distribution>,
  expected: Readonly<Record<string, Shares>>,
): number {
  expect([...found.keys()].sort()).toEqual(Object.keys(expected).sort());
  const differences = Object.entries(expected).flatMap(([taskId, shares]) =>
    Object.entries(shares).map(([value, share]) => Math.abs((found.get(taskId)?.get(value) ?? 0) - share)),
  );
  return Math.max(...differences);
}

describe.each(references)('answers with $options.length options', (reference) => {
  it('have the majority of crowd-kit', () => {
    expect(compare(aggregateByMajority(toLabels(reference)), reference.majority)).toBeLessThan(1e-12);
  });

  it('have the result of Dawid and Skene of crowd-kit', () => {
    expect(compare(aggregateByDawidSkene(toLabels(reference)), reference.dawidSkene)).toBeLessThan(1e-6);
  });

  it("have Krippendorff's α of the package krippendorff", () => {
    const distance = reference.level === 'interval' ? interval : nominal;
    expect(computeAlpha(toLabels(reference), distance)).toBeCloseTo(reference.alpha, 9);
  });

  it('have the posterior of twenty lines of Python', () => {
    const { options, answers, posterior } = reference;
    const weighted = answers.map(([value, correct, total]) => ({
      value,
      accuracy: estimateAccuracy({ correct, total }, options.length),
    }));
    expect(compare(new Map([['', computePosterior(options, weighted)]]), { '': posterior })).toBeLessThan(
      1e-12,
    );
  });
});

describe('Krippendorff’s α', () => {
  const label = (taskId: string, workerId: string, value: string) => ({ taskId, workerId, value });

  it('is 1 for full agreement', () => {
    const labels = ['a', 'b'].flatMap((value) => [label(value, '1', value), label(value, '2', value)]);
    expect(computeAlpha(labels)).toBe(1);
  });

  it('is undefined where nothing can differ', () => {
    expect(computeAlpha([])).toBeUndefined();
    expect(computeAlpha([label('t', '1', 'a'), label('u', '2', 'b')])).toBeUndefined();
    expect(computeAlpha([label('t', '1', 'a'), label('t', '2', 'a')])).toBeUndefined();
  });
});

it('an accuracy stays between guessing and 0.99', () => {
  expect(estimateAccuracy({ correct: 0, total: 0 }, 2)).toBe(0.6);
  expect(estimateAccuracy({ correct: 0, total: 100 }, 4)).toBe(0.25);
  expect(estimateAccuracy({ correct: 1_000, total: 1_000 }, 2)).toBe(0.99);
});
