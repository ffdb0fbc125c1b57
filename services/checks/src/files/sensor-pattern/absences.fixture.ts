import type { ReviewedAbsences } from '../../search/reviewed-absences.fixture.ts';

export const absences: readonly ReviewedAbsences[] = [
  {
    file: 'statement.ts',
    why: 'Counts the images by what each of them shows.',
    starts: ['In … of … it does not show, which says nothing against them.', 'names no camera'],
  },
];
