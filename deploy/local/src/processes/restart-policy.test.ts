import { describe, expect, it } from 'vitest';
import { decideRestart } from './restart-policy.ts';

describe('decideRestart', () => {
  it('waits longer after each death', () => {
    expect(decideRestart([0])).toEqual({ kind: 'restart', afterMs: 200 });
    expect(decideRestart([0, 1_000, 2_000])).toEqual({ kind: 'restart', afterMs: 800 });
  });

  it('gives up after the fifth restart within a minute', () => {
    expect(decideRestart([0, 1, 2, 3, 4])).toMatchObject({ kind: 'restart' });
    expect(decideRestart([0, 1, 2, 3, 4, 5])).toEqual({ kind: 'give-up' });
  });

  it('forgets deaths older than a minute', () => {
    expect(decideRestart([0, 1, 2, 3, 4, 61_000])).toEqual({ kind: 'restart', afterMs: 200 });
  });
});
