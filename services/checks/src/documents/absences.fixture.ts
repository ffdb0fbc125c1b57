import type { ReviewedAbsences } from '../search/reviewed-absences.fixture.ts';

export const absences: readonly ReviewedAbsences[] = [
  {
    file: 'hidden-text/state-hidden.ts',
    why: 'Describes text that was found.',
    starts: [
      'A dark area covers … … that is still in the file: it was cov',
      '… … belongs to a layer that is not shown at first….',
      '… … has the colour of what it stands on, and is not seen.',
      '… … is drawn invisibly, and there is no picture beneath it w',
      '… … lies under something that was drawn over it, and is not ',
    ],
  },
];
