import type { ExifRead } from '@assay/media/exif/read-exif';

/** As bright as a cloudy day, and brighter than the screen of a telephone (EV at ISO 100). */
export const daylightFrom = 13;
/** The moon fills the picture only through long lenses, and is as bright as day; millimetres on 35 mm film. */
const moonFrom = 150;

/**
 * Returns the light for which the camera was set, as EV at ISO 100 (log2(N²/t) − log2(ISO/100), ISO 2720). Null where the metadata
 * lack one of the three, or state what no camera does.
 */
export function exposureValue({
  exposureTime,
  fNumber,
  iso,
}: Pick<ExifRead, 'exposureTime' | 'fNumber' | 'iso'>): number | null {
  if (exposureTime === null || fNumber === null || iso === null) return null;
  if (exposureTime <= 0 || fNumber <= 0 || iso <= 0) return null;
  return Math.log2(fNumber ** 2 / exposureTime) - Math.log2(iso / 100);
}

/** Returns the reason why the exposure says nothing of the sun; null when it may. */
export function findObstacle({ flash, focalLength, focalLengthIn35mm }: ExifRead): string | null {
  if (flash !== null && flash % 2 === 1) return 'a flash lit the picture';
  const isStated = focalLengthIn35mm !== null && focalLengthIn35mm > 0;
  const reach = isStated ? focalLengthIn35mm : (focalLength ?? 0);
  return reach >= moonFrom ? 'through so long a lens it may be the moon' : null;
}
