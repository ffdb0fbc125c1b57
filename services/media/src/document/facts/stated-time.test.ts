import { expect, it } from 'vitest';
import { parseIsoDate, parsePdfDate } from './stated-time.ts';

it.each([
  ["D:20260301140509+01'00'", '2026-03-01T13:05:09.000Z', 'offset'],
  ["D:20260301140509+1'00'", '2026-03-01T13:05:09.000Z', 'offset'],
  ['D:20260301140509Z', '2026-03-01T14:05:09.000Z', 'offset'],
  ['D:20260301140509', '2026-03-01T14:05:09.000Z', 'assumed_utc'],
  ['D:202603', '2026-03-01T00:00:00.000Z', 'assumed_utc'],
  ['2026-03-01T14:05:09+02:00', '2026-03-01T12:05:09.000Z', 'offset'],
  ['2026-03-01 14:05:09', '2026-03-01T14:05:09.000Z', 'assumed_utc'],
  ['D:2026-03-01T14:05:09Z', '2026-03-01T14:05:09.000Z', 'offset'],
])('%s of a PDF', (text, time, basis) => {
  expect(parsePdfDate(text)).toEqual({ time, basis });
});

it.each([
  ['2026-03-01T14:05:09.25-3:00', '2026-03-01T17:05:09.000Z', 'offset'],
  ['2026-03-01T14:05Z', '2026-03-01T14:05:00.000Z', 'offset'],
  ['2026-03', '2026-03-01T00:00:00.000Z', 'assumed_utc'],
])('%s of XMP', (text, time, basis) => {
  expect(parseIsoDate(text)).toEqual({ time, basis });
});

it.each(['D:20260230140509', 'D:00000101', 'D:20261301', 'yesterday', ''])('%j is none', (text) => {
  expect([parsePdfDate(text), parseIsoDate(text)]).toEqual([undefined, undefined]);
});
