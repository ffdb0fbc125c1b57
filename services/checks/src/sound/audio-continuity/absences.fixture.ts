import type { ReviewedAbsences } from '../../search/reviewed-absences.fixture.ts';

export const absences: readonly ReviewedAbsences[] = [
  {
    file: 'check.ts',
    why: 'Limits what a finding means.',
    starts: ['Its pauses are muted throughout, as devices that suppress no'],
  },
];
