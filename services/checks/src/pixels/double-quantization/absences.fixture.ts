import type { ReviewedAbsences } from '../../search/reviewed-absences.fixture.ts';

export const absences: readonly ReviewedAbsences[] = [
  {
    file: 'statement.ts',
    why: 'Describes a place that was found, beside the rest.',
    starts: ['An area, … of the picture, had been compressed before on a g'],
  },
  {
    file: 'manifest.ts',
    why: 'Tells a person how to read a finding; it states no result.',
    starts: [
      'One thing with a border, such as a person or a sign, at the ',
      'The steps in the outline of the mark: it is drawn in blocks ',
    ],
  },
];
