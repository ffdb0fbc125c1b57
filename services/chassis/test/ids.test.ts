import { describe, expect, it } from 'vitest';
import { isId, newId, newIdFor } from '../src/ids.ts';

describe('newIdFor', () => {
  it('gives a call under no idempotency key a new id each time', () => {
    const ids = [newIdFor({}), newIdFor({}), newIdFor({ operation: undefined })];
    expect(new Set(ids).size).toBe(3);
    expect(ids.every(isId)).toBe(true);
  });

  it('gives every repetition of an operation the same id, and each of its parts another', () => {
    const operation = newId();
    const ids = ['', 'member', 'key', ''].map((part) => newIdFor({ operation }, part));
    expect(ids[3]).toBe(ids[0]);
    expect(new Set(ids).size).toBe(3);
    expect(newIdFor({ operation: newId() })).not.toBe(ids[0]);
  });

  it('derives ids that look like any other', () => {
    const ids = Array.from({ length: 2_000 }, () => newIdFor({ operation: newId() }));
    expect(ids.every((id) => /^[a-z][0-9a-z]{23}$/u.test(id) && isId(id))).toBe(true);
    expect(new Set(ids.map(([letter]) => letter)).size).toBe(26);
  });
});
