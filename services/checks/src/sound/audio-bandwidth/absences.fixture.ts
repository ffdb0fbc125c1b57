import type { ReviewedAbsences } from '../../search/reviewed-absences.fixture.ts';

export const absences: readonly ReviewedAbsences[] = [
  {
    file: 'check.ts',
    why: 'Describes the measured band of the audio.',
    starts: ['… samples a second without loss', 'Above … kHz the recording holds nothing'],
  },
];
