import type { ReviewedAbsences } from '../../search/reviewed-absences.fixture.ts';

export const absences: readonly ReviewedAbsences[] = [
  {
    file: 'state-tracked.ts',
    why: 'Counts the authors of changes that were found.',
    starts: [' by … authors in all'],
  },
];
