import type { ReviewedAbsences } from '../../search/reviewed-absences.fixture.ts';

export const absences: readonly ReviewedAbsences[] = [
  {
    file: 'statement.ts',
    why: 'Describes a place that was found, beside the rest.',
    starts: ['The picture does not show that it was a JPEG, and … does. So'],
  },
  {
    file: 'manifest.ts',
    why: 'Tells a person how to read a finding; it states no result.',
    starts: ['One thing with a border at the marked place, such as a perso'],
  },
];
