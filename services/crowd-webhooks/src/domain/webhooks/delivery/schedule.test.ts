import { describe, expect, it } from 'vitest';
import { newId } from '@assay/chassis/ids';
import { recordAttempt } from './schedule.ts';

const now = new Date('2026-11-01T12:00:00Z');
const minuteMs = 60_000;
const answered = { statusCode: 500, responseBody: '', durationMs: 12 };
const failed = { ...answered, errorMessage: 'The receiver responded 500.', retryAfter: undefined };

function readGapMs(attempt: number, id = newId(), retryAfter?: Date): number {
  const { nextAttemptAt } = recordAttempt({ id, attempt }, { ...failed, retryAfter }, now);
  return (nextAttemptAt?.getTime() ?? NaN) - now.getTime();
}

describe('recordAttempt', () => {
  it('doubles the gaps from 1 to 64 minutes, within 10 %, and spreads them', () => {
    for (let attempt = 1; attempt <= 7; attempt += 1) {
      const gaps = Array.from({ length: 200 }, () => readGapMs(attempt) / minuteMs / 2 ** (attempt - 1));
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(0.9);
      expect(Math.max(...gaps)).toBeLessThanOrEqual(1.1);
      expect(Math.max(...gaps) - Math.min(...gaps)).toBeGreaterThan(0.15);
    }
  });

  it('returns the same gap for the same attempt', () => {
    const id = newId();
    expect(readGapMs(3, id)).toBe(readGapMs(3, id));
    expect(readGapMs(3, id) / 4).not.toBe(readGapMs(2, id) / 2);
  });

  it('ends exhausted after the eighth attempt, and the interrupted ones after it', () => {
    for (const attempt of [8, 9]) {
      const record = recordAttempt({ id: newId(), attempt }, failed, now);
      expect(record).toMatchObject({ status: 'exhausted', nextAttemptAt: undefined });
    }
  });

  it('succeeds without a next attempt', () => {
    const outcome = { ...failed, statusCode: 204, errorMessage: undefined };
    expect(recordAttempt({ id: newId(), attempt: 8 }, outcome, now)).toEqual({
      status: 'succeeded',
      responseStatusCode: 204,
      responseBody: '',
      errorMessage: undefined,
      durationMs: 12,
      deliveredAt: now,
      nextAttemptAt: undefined,
    });
  });

  it('uses Retry-After only when it is later, and at most 64 minutes', () => {
    const after = (minutes: number) => new Date(now.getTime() + minutes * minuteMs);
    expect(readGapMs(1, newId(), after(5))).toBe(5 * minuteMs);
    expect(readGapMs(1, newId(), after(500))).toBe(64 * minuteMs);
    for (const minutes of [-5, 0, 0.1]) expect(readGapMs(1, newId(), after(minutes))).toBeGreaterThan(53_999);
    expect(readGapMs(7, newId(), after(10))).toBeGreaterThan(57 * minuteMs);
  });
});
