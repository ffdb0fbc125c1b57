import type { ReviewedAbsences } from '../search/reviewed-absences.fixture.ts';

export const absences: readonly ReviewedAbsences[] = [
  {
    file: 'check-result.ts',
    why: 'Says why a check did not run; the reason follows.',
    starts: ['Not checked: ….'],
  },
];
