import type { ReviewedAbsences } from '../../search/reviewed-absences.fixture.ts';

export const absences: readonly ReviewedAbsences[] = [
  {
    file: 'statement.ts',
    why: 'Limits what a finding means.',
    starts: [
      'Two places of the picture resemble each other, with a simila',
      'Many places of the image repeat, as windows do and as pastin',
      'Two places of the picture agree…: … of it, with a similarity',
      'Places with lettering or a drawing agree with each other, as',
      'Two places agree that are smaller than … % of the image, the',
    ],
  },
];
