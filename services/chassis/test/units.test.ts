import { expect, it } from 'vitest';
import { days, hours, kibibytes, mebibytes, minutes } from '../src/units.ts';

it('counts durations in milliseconds and sizes in bytes', () => {
  expect([minutes(5), hours(2), days(7)]).toEqual([300_000, 7_200_000, 604_800_000]);
  expect([kibibytes(64), mebibytes(4)]).toEqual([65_536, 4_194_304]);
});
