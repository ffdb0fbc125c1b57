import type { ReviewedAbsences } from '../../search/reviewed-absences.fixture.ts';

export const absences: readonly ReviewedAbsences[] = [
  {
    file: 'check.ts',
    why: 'Limits what a finding means.',
    starts: [
      'Adobe software saved the file last, at its quality …; saving',
      'Software saved the file again after the camera; that is comm',
      'The compression tables do not tell which camera or program w',
      'neither JFIF nor Exif',
      'Exif only',
      'JFIF only',
    ],
  },
];
