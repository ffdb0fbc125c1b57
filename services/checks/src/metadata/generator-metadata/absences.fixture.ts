import type { ReviewedAbsences } from '../../search/reviewed-absences.fixture.ts';

export const absences: readonly ReviewedAbsences[] = [
  {
    file: 'check.ts',
    why: 'Limits what a finding means.',
    starts: ['Anybody can write such a text into a file, so it supports an'],
  },
];
