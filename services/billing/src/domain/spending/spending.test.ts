import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { describe, expect, it } from 'vitest';
import { checkSpendLimit, countSpending } from './spending.ts';
import type { Spending } from './spending.ts';

const noon = new Date('2026-03-31T12:00:00Z');
const nextDay = new Date('2026-04-01T00:00:00Z');
const spend = (spending: readonly Spending[], cents: number, now: Date, at = now) =>
  countSpending(spending, { credentialIds: ['key'], cents, at }, now);
const centsIn = (spending: readonly Spending[]) =>
  Object.fromEntries(spending.map(({ credentialId, period, cents }) => [`${credentialId} ${period}`, cents]));
const check = (spending: readonly Spending[], period: 'day' | 'month', requiredCents: number, now = noon) =>
  catchRefusal(
    Promise.resolve().then(() => {
      const limit = { limitCents: 100, period };
      checkSpendLimit({ spending, credentialId: 'key', limit, requiredCents, now });
    }),
  );

describe('spending', () => {
  it('counts in the day and in the month', () => {
    const spending = spend(spend([], 30, noon), 20, noon);
    expect(centsIn(spending)).toEqual({ 'key day': 50, 'key month': 50 });
  });

  it('keeps credentials apart', () => {
    const spending = countSpending(
      spend([], 30, noon),
      { credentialIds: ['other'], cents: 5, at: noon },
      noon,
    );
    expect(centsIn(spending)).toEqual({
      'key day': 30,
      'key month': 30,
      'other day': 5,
      'other month': 5,
    });
  });

  it('counts against every credential it is counted for', () => {
    const spending = countSpending([], { credentialIds: ['key', 'parent'], cents: 30, at: noon }, noon);
    expect(centsIn(spending)).toEqual({
      'key day': 30,
      'key month': 30,
      'parent day': 30,
      'parent month': 30,
    });
  });

  it('forgets periods that are over, of every credential', () => {
    const before = countSpending(spend([], 30, noon), { credentialIds: ['other'], cents: 5, at: noon }, noon);
    expect(centsIn(spend(before, 1, nextDay))).toEqual({ 'key day': 1, 'key month': 1 });
  });

  it('releases in the month although the day is over', () => {
    const morning = new Date('2026-03-30T23:59:59.999Z');
    const spending = spend(spend([], 30, morning), -20, noon, morning);
    expect(centsIn(spending)).toEqual({ 'key month': 10 });
  });

  it('does not release in a later period what was spent in an earlier one', () => {
    const later = spend(spend([], 30, noon), 40, nextDay);
    expect(centsIn(spend(later, -30, nextDay, noon))).toEqual({ 'key day': 40, 'key month': 40 });
  });
});

describe('a spend limit', () => {
  it('lets the last cent through and no more', async () => {
    const spending = spend([], 60, noon);
    expect(() => {
      const limit = { limitCents: 100, period: 'day' } as const;
      checkSpendLimit({ spending, credentialId: 'key', limit, requiredCents: 40, now: noon });
    }).not.toThrow();
    expect(await check(spending, 'day', 41)).toMatchObject({
      status: 'FAILED_PRECONDITION',
      reason: 'SPEND_LIMIT_EXCEEDED',
      details: {
        spendLimitCents: 100,
        spentCents: 60,
        spendPeriod: 'day',
        requiredCents: 41,
        resetsAt: '2026-04-01T00:00:00.000Z',
      },
    });
  });

  it('says when a month ends, also over the turn of the year', async () => {
    const december = new Date('2026-12-31T23:59:59Z');
    expect(await check([], 'month', 101, december)).toMatchObject({
      details: { spentCents: 0, resetsAt: '2027-01-01T00:00:00.000Z' },
    });
  });

  it('begins anew with its period', () => {
    const spending = spend([], 100, noon);
    expect(() => {
      const limit = { limitCents: 100, period: 'month' } as const;
      checkSpendLimit({ spending, credentialId: 'key', limit, requiredCents: 100, now: nextDay });
    }).not.toThrow();
  });
});
