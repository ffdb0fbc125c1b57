import type { ReviewedAbsences } from '../../search/reviewed-absences.fixture.ts';

export const absences: readonly ReviewedAbsences[] = [
  {
    file: 'check.ts',
    why: 'Limits what a finding means.',
    starts: ['The video was written by …, not by a camera; that is common '],
  },
];
