import type { Label } from './label.ts';

/** The squared distance of two values: 0 if they are equal. */
export type Distance = (left: string, right: string) => number;

export const nominal: Distance = (left, right) => (left === right ? 0 : 1);
export const interval: Distance = (left, right) => (Number(left) - Number(right)) ** 2;

/**
 * Computes Krippendorff's α: 1 for full agreement, 0 for the agreement of chance. Undefined if no task has two answers, or if all answers
 * have the same value, which says nothing.
 */
export function computeAlpha(labels: readonly Label[], distance: Distance = nominal): number | undefined {
  const coincidences = countCoincidences(labels);
  const totals = [...coincidences].map(
    ([value, row]) => [value, [...row.values()].reduce((sum, count) => sum + count, 0)] as const,
  );
  const total = totals.reduce((sum, [, count]) => sum + count, 0);
  let observed = 0;
  let expected = 0;
  for (const [value, count] of totals) {
    for (const [other, otherCount] of totals) {
      const weight = distance(value, other);
      observed += (coincidences.get(value)?.get(other) ?? 0) * weight;
      expected += (count * otherCount * weight) / (total - 1);
    }
  }
  return expected === 0 || total === 0 ? undefined : 1 - observed / expected;
}

/** Counts the pairs of answers to one task by their values. Each answer counts once, shared among its pairs. */
function countCoincidences(labels: readonly Label[]): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const pairs = [...Map.groupBy(labels, ({ taskId }) => taskId).values()].flatMap((answers) =>
    answers.flatMap(({ value }, index) =>
      answers
        .filter((_, other) => other !== index)
        .map((paired) => ({ value, paired: paired.value, share: 1 / (answers.length - 1) })),
    ),
  );
  return new Map(
    [...Map.groupBy(pairs, ({ value }) => value)].map(([value, own]) => [value, sumShares(own)]),
  );
}

function sumShares(
  pairs: readonly { readonly paired: string; readonly share: number }[],
): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { paired, share } of pairs) sums.set(paired, (sums.get(paired) ?? 0) + share);
  return sums;
}
