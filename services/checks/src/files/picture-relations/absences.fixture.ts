import type { ReviewedAbsences } from '../../search/reviewed-absences.fixture.ts';

export const absences: readonly ReviewedAbsences[] = [
  {
    file: 'state-relations.ts',
    why: 'Limits what a finding means.',
    starts: [
      'A difference does not show which of two files was changed, n',
      ' Their noise is not the same: they can be two photographs ta',
      'agree, except here',
      'are a whole and a part that agree, except here',
      'share a part and agree there, except here',
    ],
  },
];
