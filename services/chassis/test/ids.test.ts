import { describe, expect, it } from 'vitest';
import { isId, newId, newIdFor } from '../src/ids.ts';

describe('newId', () => {
  it('returns distinct ids of a letter and 23 uniformly distributed letters and digits', () => {
    const ids = Array.from({ length: 20_000 }, newId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[a-z][0-9a-z]{23}$/u.test(id))).toEqual([]);
    const places = Array.from({ length: 24 }, (_, place) =>
      countCharacters(ids.map((id) => id.charAt(place))),
    );
    // Six standard deviations of a uniform choice among 26 letters, and among 36 letters and digits.
    const isFair = (counts: ReadonlyMap<string, number>, choices: number): boolean =>
      counts.size === choices &&
      [...counts.values()].every(
        (count) => Math.abs(count - ids.length / choices) < 6 * Math.sqrt(ids.length / choices),
      );
    expect(places.map((counts, place) => isFair(counts, place === 0 ? 26 : 36))).toEqual(
      places.map(() => true),
    );
  });
});

function countCharacters(characters: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const character of characters) counts.set(character, (counts.get(character) ?? 0) + 1);
  return counts;
}

describe('isId', () => {
  it.each([
    '',
    'a',
    'A23456789012345678901234',
    '123456789012345678901234',
    `${'a'.repeat(24)}\n`,
    'a'.repeat(25),
  ])('refuses %j', (text) => {
    expect(isId(text)).toBe(false);
  });
});

describe('newIdFor', () => {
  it('returns a new id each time for a call without an idempotency key', () => {
    const ids = [newIdFor({}), newIdFor({}), newIdFor({ operation: undefined })];
    expect(new Set(ids).size).toBe(3);
    expect(ids.every(isId)).toBe(true);
  });

  it('returns the same id for every repetition of an operation, and another one for each part', () => {
    const operation = newId();
    const ids = ['', 'member', 'key', ''].map((part) => newIdFor({ operation }, part));
    expect(ids[3]).toBe(ids[0]);
    expect(new Set(ids).size).toBe(3);
    expect(newIdFor({ operation: newId() })).not.toBe(ids[0]);
  });

  it('returns ids of the same form', () => {
    const ids = Array.from({ length: 2_000 }, () => newIdFor({ operation: newId() }));
    expect(ids.every((id) => /^[a-z][0-9a-z]{23}$/u.test(id) && isId(id))).toBe(true);
    expect(new Set(ids.map(([letter]) => letter)).size).toBe(26);
  });
});
