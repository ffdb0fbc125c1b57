import type { Term } from './conclusion.ts';
import { decide } from './decide.ts';

/** Larger sets are not looked for: a verdict that stands without any three of its findings hangs on none of them. */
const largestSet = 3;

/**
 * The fewest checks without whose findings the verdict would be another one, strongest first. Empty when no set of up to
 * three does that, as for a file on which nothing was found.
 */
export function decisiveChecks(terms: readonly Term[]): readonly string[] {
  const { verdict } = decide(terms);
  const checks = weighingChecks(terms);
  for (let size = 1; size <= largestSet; size += 1) {
    for (const set of setsOf(checks, size)) {
      const others = terms.filter(({ check }) => !set.includes(check));
      if (decide(others).verdict !== verdict) return set;
    }
  }
  return [];
}

function weighingChecks(terms: readonly Term[]): readonly string[] {
  const counted = terms
    .filter(({ counted: isCounted, llr }) => isCounted && llr !== 0)
    .sort((one, other) => Math.abs(other.llr) - Math.abs(one.llr) || one.check.localeCompare(other.check));
  return [...new Set(counted.map(({ check }) => check))];
}

function* setsOf(items: readonly string[], size: number, from = 0): Generator<readonly string[]> {
  if (size === 0) {
    yield [];
    return;
  }
  for (let index = from; index <= items.length - size; index += 1) {
    const item = items[index];
    if (item === undefined) return;
    for (const rest of setsOf(items, size - 1, index + 1)) yield [item, ...rest];
  }
}
