import { expect, it } from 'vitest';
import { isDeeperThan, jsonViolation } from './json-limits.ts';

function nested(depth: number): unknown {
  let value: unknown = [];
  for (let level = 1; level < depth; level += 1) value = [value];
  return value;
}

it.each([
  [1, 0, false],
  [{}, 0, true],
  [{ a: 1 }, 1, false],
  [{ a: [] }, 1, true],
  [{ a: [{}] }, 3, false],
  [nested(32), 32, false],
  [nested(33), 32, true],
])('measures the depth of %j', (value, maxDepth, expected) => {
  expect(isDeeperThan(value, maxDepth)).toBe(expected);
});

it('does not recurse into very deep values', () => {
  const limits = { maxBytes: 100, maxDepth: 32 };
  expect(jsonViolation(nested(1_000_000), limits)).toBe('must not be nested deeper than 32 levels');
});

it('counts bytes and not characters', () => {
  const limits = { maxBytes: 8, maxDepth: 1 };
  expect(jsonViolation('äöü', limits)).toBeUndefined();
  expect(jsonViolation('äöüa', limits)).toBe('must be at most 8 bytes of JSON');
});
