import type { ReviewedAbsences } from '../../search/reviewed-absences.fixture.ts';

export const absences: readonly ReviewedAbsences[] = [
  {
    file: 'manifest.ts',
    why: 'Names what a check looks for.',
    starts: ['Text that is not seen'],
  },
];
