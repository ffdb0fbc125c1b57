import type { ReviewedAbsences } from '../../search/reviewed-absences.fixture.ts';

export const absences: readonly ReviewedAbsences[] = [
  {
    file: 'check.ts',
    why: 'Limits what a finding means.',
    starts: ['Many files have been through that, and it says nothing of wh'],
  },
];
