import type { ReviewedAbsences } from '../../search/reviewed-absences.fixture.ts';

export const absences: readonly ReviewedAbsences[] = [
  {
    file: 'check.ts',
    why: 'Limits what a finding means.',
    starts: ['… That says nothing of its origin: a generated picture witho'],
  },
];
