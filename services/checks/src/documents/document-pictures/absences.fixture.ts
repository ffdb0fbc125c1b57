import type { ReviewedAbsences } from '../../search/reviewed-absences.fixture.ts';

export const absences: readonly ReviewedAbsences[] = [
  {
    file: 'find-pictures.ts',
    why: 'Says why a check did not run.',
    starts: ['the document is encrypted, so the images in it cannot be tak', 'the document cannot be opened'],
  },
];
