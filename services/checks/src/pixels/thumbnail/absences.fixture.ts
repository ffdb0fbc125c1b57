import type { ReviewedAbsences } from '../../search/reviewed-absences.fixture.ts';

export const absences: readonly ReviewedAbsences[] = [
  {
    file: 'check.ts',
    why: 'Limits what a finding means.',
    starts: [
      'The stored preview differs from the picture as a whole, as a',
      'The file still stores an older preview (…) that shows other ',
    ],
  },
  {
    file: 'manifest.ts',
    why: 'Tells a person how to read a finding; it states no result.',
    starts: ['What is in the picture and not in its preview, or the other '],
  },
];
