import type { ReviewedAbsences } from '../search/reviewed-absences.fixture.ts';

export const absences: readonly ReviewedAbsences[] = [
  {
    file: 'compression-history.ts',
    why: 'Names a sign of a later save that was found.',
    starts: [
      'it is stored progressively, which cameras do not do',
      'its size is not the one the camera recorded',
    ],
  },
  {
    file: 'camera-original.ts',
    why: 'Names a sign that was found.',
    starts: ['compression tables of no known program'],
  },
];
