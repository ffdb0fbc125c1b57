import { describe, expect, it } from 'vitest';
import { fromDate, isDateTime, toDate } from './date-time.ts';

describe('a date-time', () => {
  it.each([
    ['2026-11-21T09:30:00Z', '2026-11-21T09:30:00.000Z'],
    ['2026-11-21t09:30:00.25z', '2026-11-21T09:30:00.250Z'],
    ['2026-11-21T00:30:00+01:00', '2026-11-20T23:30:00.000Z'],
    ['2024-02-29T00:00:00-23:59', '2024-02-29T23:59:00.000Z'],
    ['2026-11-21T09:30:00.123456789Z', '2026-11-21T09:30:00.123Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
  ])('is %s', (text, meaning) => {
    expect(isDateTime(text)).toBe(true);
    expect(toDate(text).toISOString()).toBe(meaning);
  });

  it.each([
    '',
    'now',
    '2026-11-21',
    '2026-11-21T09:30Z',
    '2026-11-21T09:30:00',
    '2026-11-21 09:30:00Z',
    '2026-02-30T00:00:00Z',
    '2025-02-29T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-11-21T24:00:01Z',
    '2026-11-21T09:30:00+25:00',
    '2026-11-21T09:30:00Z\n',
    '+002026-11-21T09:30:00Z',
  ])('is not %j', (text) => {
    expect(isDateTime(text)).toBe(false);
  });
});

describe('a date as text', () => {
  it.each([
    '1969-12-31T23:59:59.999Z',
    '1970-01-01T00:00:00.000Z',
    '2024-02-29T12:34:56.007Z',
    '2026-11-21T00:00:00.000Z',
    '2026-11-21T23:59:59.999Z',
    '0001-01-01T00:00:00.001Z',
    '+012026-11-21T09:30:00.120Z',
    '-000001-12-31T09:05:01.012Z',
  ])('is %s, on the first and on the second call', (text) => {
    expect(fromDate(new Date(text))).toBe(text);
    expect(fromDate(new Date(text))).toBe(text);
  });

  it('is right for more days than the cache has', () => {
    const dates = Array.from({ length: 2_500 }, (_, index) => new Date(index * 86_399_123));
    expect(dates.map(fromDate)).toEqual(dates.map((date) => date.toISOString()));
  });

  it('does not exist for an invalid date', () => {
    expect(() => fromDate(new Date(Number.NaN))).toThrow(RangeError);
  });
});
