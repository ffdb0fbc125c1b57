import type { ReviewedAbsences } from '../search/reviewed-absences.fixture.ts';

export const absences: readonly ReviewedAbsences[] = [
  {
    file: 'device/compare-device.ts',
    why: 'Names one field that is missing; the Exif data it belongs to were read.',
    starts: ["without the maker's own data, which every such phone writes,"],
  },
];
