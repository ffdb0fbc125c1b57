import type { ReviewedAbsences } from '../../search/reviewed-absences.fixture.ts';

export const absences: readonly ReviewedAbsences[] = [
  {
    file: 'check.ts',
    why: 'Names data that this one file does not hold; its header is read whole.',
    starts: [
      'The file is …; it carries no JPEG save history of its own.',
      'The image is small… and without camera data, as after a mess',
      'The file carries no camera data, so its history cannot be to',
      'The metadata say that the file was modified on …, after it w',
    ],
  },
];
