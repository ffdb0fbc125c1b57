import { expect, it } from 'vitest';
import { isNewEnough, readVersion } from './ffmpeg-version.ts';

it.each([
  ['ffmpeg version 5.1.9-0+deb12u1 Copyright (c) 2000-2026', '5.1.9', false],
  ['ffmpeg version 7.1.3 Copyright', '7.1.3', false],
  ['ffmpeg version 8.1.1 Copyright', '8.1.1', false],
  ['ffmpeg version 8.1.2 Copyright', '8.1.2', true],
  ['ffmpeg version 8.2 Copyright', '8.2', true],
  ['ffmpeg version n9.0.2-17-g2a571b6068 Copyright', '9.0.2', true],
  ['ffmpeg version 10 Copyright', '10', true],
  ['ffmpeg version N-118315-g4f3c9f2f03 Copyright', 'N-118315-g4f3c9f2f03', false],
])('%s', (output, version, isAccepted) => {
  expect(readVersion(output)).toBe(version);
  expect(isNewEnough(version)).toBe(isAccepted);
});

it('no version is read from the output of another program', () => {
  expect([readVersion('avconv version 9'), isNewEnough('')]).toEqual([undefined, false]);
});
