import { describe, expect, it } from 'vitest';
import { chargeHold, emptyJobHold, raiseHold, releaseFromHold } from './held-parts.ts';
import type { HeldPart } from './held-parts.ts';

const at = (day: number, hour = 12): Date => new Date(Date.UTC(2026, 0, day, hour));
const buildPart = (cents: number, credentialIds: string[] = [], placedAt = at(1)): HeldPart => {
  return { cents, credentialIds, placedAt };
};
const raise = (...parts: HeldPart[]) => parts.reduce(raiseHold, emptyJobHold);

describe('the parts of the hold of a job', () => {
  it('are one for amounts that are in the same spending, and several otherwise', () => {
    expect(raise(buildPart(10), buildPart(5, [], at(3)))).toEqual({ leftCents: 15, parts: [buildPart(15)] });
    expect(raise(buildPart(10, ['key']), buildPart(5, ['key'], at(1, 23)))).toEqual({
      leftCents: 15,
      parts: [buildPart(15, ['key'])],
    });
    const today = buildPart(10, ['key']);
    const tomorrow = buildPart(5, ['key'], at(2));
    const other = buildPart(3, ['other'], at(2));
    expect(raise(today, tomorrow, other)).toEqual({ leftCents: 18, parts: [today, tomorrow, other] });
  });

  it('are released newest first, and a charge leaves them', () => {
    const hold = chargeHold(raise(buildPart(10, ['first']), buildPart(5, ['second'])), 8);
    expect(hold.leftCents).toBe(7);
    expect(releaseFromHold(hold, 6)).toEqual({
      hold: { leftCents: 1, parts: [buildPart(9, ['first'])] },
      released: [buildPart(5, ['second']), buildPart(1, ['first'])],
    });
  });

  it('are forgotten when nothing is left', () => {
    const hold = raise(buildPart(10, ['first']));
    expect(chargeHold(hold, 10)).toEqual(emptyJobHold);
    expect(releaseFromHold(hold, 10)).toEqual({ hold: emptyJobHold, released: [buildPart(10, ['first'])] });
  });

  it('are at most 10, so that no ledger entry grows with the raises', () => {
    const days = Array.from({ length: 12 }, (_, day) => buildPart(1, ['key'], at(day + 1)));
    const hold = raise(...days);
    expect(hold).toEqual({ leftCents: 12, parts: days.slice(2) });
    expect(releaseFromHold(hold, 12).released).toHaveLength(10);
  });
});
