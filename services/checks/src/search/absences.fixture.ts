import type { ReviewedAbsences } from './reviewed-absences.fixture.ts';

export const absences: readonly ReviewedAbsences[] = [
  {
    file: 'searched-part.ts',
    why: 'Names what a search left out.',
    starts: [
      '… not …',
      '… not …, because the computing time of the check ran out',
      'could not be read and … not …',
    ],
  },
];
