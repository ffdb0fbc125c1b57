import type { ReviewedAbsences } from '../../search/reviewed-absences.fixture.ts';

export const absences: readonly ReviewedAbsences[] = [
  {
    file: 'check.ts',
    why: 'Limits what a finding means.',
    starts: [
      '…. This does not show a deceit: ….',
      '…, though what surrounds it is not: one is probably a copy o',
      '…. Copies do so, and so does music; …, so that it says nothi',
      'what surrounds it agrees as well, as what is played twice do',
      '… of … innocent recordings have pieces that agree as well',
    ],
  },
];
