import { expect, it } from 'vitest';
import { computeExpectedPrice } from './expected-price.ts';

const build = (count: number, organizations: number, costCents = (index: number) => 60 + index) =>
  Array.from({ length: count }, (_, index) => {
    return { organizationId: String(index % organizations), costCents: costCents(index) };
  });

it('is the mean of the prices, rounded to 10 cents', () => {
  expect(computeExpectedPrice(build(30, 5))).toBe(70);
  expect(computeExpectedPrice(build(200, 20, (index) => (index % 2 === 0 ? 60 : 120)))).toBe(90);
});

it.each([
  [29, 29],
  [200, 4],
  [0, 1],
])('is unknown for %s runs of %s organizations', (count, organizations) => {
  expect(computeExpectedPrice(build(count, organizations))).toBeUndefined();
});
