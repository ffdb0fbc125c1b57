import type { ReviewedAbsences } from '../../search/reviewed-absences.fixture.ts';

export const absences: readonly ReviewedAbsences[] = [
  {
    file: 'check.ts',
    why: 'Describes a change after a signature that was found, or the range of bytes that a signature covers.',
    starts: [
      '…, and its pages read differently since the last of them: wh',
      '…, and … different since the last of them, in a way that … n',
      '…, … no state of the file, as after another program wrote th',
      '…; the last covers all of the file.',
    ],
  },
  {
    file: 'manifest.ts',
    why: 'Tells a person how to read a finding; it states no result.',
    starts: ['A green tick in a viewer: it does not say how much of the do'],
  },
];
