import type { ReviewedAbsences } from '../../search/reviewed-absences.fixture.ts';

export const absences: readonly ReviewedAbsences[] = [
  {
    file: 'statement.ts',
    why: 'Describes a place that was found, beside the rest.',
    starts: ['The picture had been compressed before, and an area, … of it'],
  },
  {
    file: 'manifest.ts',
    why: 'Names what a check looks for.',
    starts: ['Areas without the earlier compression'],
  },
];
