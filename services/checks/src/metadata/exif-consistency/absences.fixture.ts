import type { ReviewedAbsences } from '../../search/reviewed-absences.fixture.ts';

export const absences: readonly ReviewedAbsences[] = [
  {
    file: 'check.ts',
    why: 'Describes a disagreement that was found, or limits what the metadata mean.',
    starts: [
      'A recorded place can be edited without a trace. Only a time ',
      'parts of the metadata are cut off or point nowhere, as after',
      ' The recorded place does not fit the rest of the metadata: …',
    ],
  },
  {
    file: 'manifest.ts',
    why: 'Tells a person how to read a finding; it states no result.',
    starts: ['Clocks that were never set or keep the time of home in trave'],
  },
];
