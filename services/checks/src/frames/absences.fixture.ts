import type { ReviewedAbsences } from '../search/reviewed-absences.fixture.ts';

export const absences: readonly ReviewedAbsences[] = [
  {
    file: '',
    why: 'Describes a gap that was found, or limits what a finding means.',
    starts: [
      'Every … pictures, … times, one is … times as large as those ',
      '… This does not show a deceit: ….',
      '… What moves never moves exactly so again: one stretch is a ',
      'At … no picture comes for … s in a video of a steady rate…; ',
      'Its pictures come at uneven times, as of a device that choos',
    ],
  },
];
