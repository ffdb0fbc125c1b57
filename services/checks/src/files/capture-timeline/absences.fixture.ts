import type { ReviewedAbsences } from '../../search/reviewed-absences.fixture.ts';

export const absences: readonly ReviewedAbsences[] = [
  {
    file: 'check.ts',
    why: 'Counts the files by what each of them states.',
    starts: [' … of … files say no time.'],
  },
];
