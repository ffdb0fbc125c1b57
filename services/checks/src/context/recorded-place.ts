import type { CaptureFacts } from '@assay/media/exif/capture-facts';
import { readGpsOffset } from '@assay/media/exif/capture-time';
import type { CaptureTime } from '@assay/media/exif/capture-time';
import type { ExifRead } from '@assay/media/exif/read-exif';
import lookupZone from '@photostructure/tz-lookup';
import { inHours, offsetIn } from './claimed-moment.ts';
import { daylightFrom, exposureValue, findObstacle } from './daylight-exposure.ts';
import { solarPosition } from './sun/solar-position.ts';
import type { Place } from './sun/solar-position.ts';

/** An hour for a clock without summer time, and an hour for a place near the border of two zones. */
const maxHoursApart = 2;
/** The end of nautical twilight, in degrees: no daylight is left. */
const darkBelow = -12;
/** Ships, aircraft and stations in Antarctica choose their own time. */
const zonesWithoutClocks = /^(?:Etc|Antarctica)\//;

/** One statement of the offset of the camera's clock to UTC, in hours, and the instant that follows from it. */
interface StatedClock {
  readonly offset: number;
  readonly instant: number;
}

/**
 * Returns the reasons to doubt the recorded place, as clauses: clocks there (map of time zones by timezone-boundary-builder) are
 * hours from the clock of the camera, or it was night there (NOAA Solar Calculator) while the exposure suits daylight. Empty where
 * one statement of the UTC time agrees with the place or there is none. No reason is certain: a camera in travel keeps the time of
 * home, and lamps can be as bright as day.
 */
export function findPlaceDoubts({ exif, place, time }: CaptureFacts): readonly string[] {
  const clocks = readStatedClocks(time, exif);
  if (place === null) return [];
  return [...compareZone(place, clocks), ...compareSun(place, clocks, exif)];
}

/**
 * Reads the offset that EXIF states and the one that follows from the time of the satellites. Some phones write their local time
 * there (seen in an iPhone 4), so that an offset of 0 derived from it says nothing. XMP and IPTC carry the offsets of the programs
 * that wrote them.
 */
function readStatedClocks(time: CaptureTime | null, exif: ExifRead | null): StatedClock[] {
  const localMs = time?.localMs ?? null;
  if (time === null || localMs === null || exif === null) return [];
  const stated = time.basis === 'offset' && time.utcMs !== null ? (localMs - time.utcMs) / 60_000 : null;
  const derived = readGpsOffset(exif);
  return [stated, derived === 0 ? null : derived].flatMap((minutes) =>
    minutes === null ? [] : [{ offset: minutes / 60, instant: localMs - minutes * 60_000 }],
  );
}

function compareZone({ latitude, longitude }: Place, clocks: readonly StatedClock[]): string[] {
  const zone = lookupZone(latitude, longitude);
  const [clock] = clocks;
  const there = clock === undefined || zonesWithoutClocks.test(zone) ? null : offsetIn(zone, clock.instant);
  if (clock === undefined || there === null) return [];
  if (clocks.some(({ offset }) => Math.abs(there - offset) <= maxHoursApart)) return [];
  return [
    `the camera's clock was ${inHours(clock.offset)} from UTC, clocks at the recorded place ${inHours(there)} (${zone}), as in travel or where the place was written over`,
  ];
}

function compareSun(place: Place, clocks: readonly StatedClock[], exif: ExifRead | null): string[] {
  const light = exif === null || findObstacle(exif) !== null ? null : exposureValue(exif);
  if (light === null || light < daylightFrom || clocks.length === 0) return [];
  const highest = Math.max(...clocks.map(({ instant }) => solarPosition(instant, place).elevation));
  if (highest >= darkBelow) return [];
  return [
    `the exposure suits daylight, and the sun was ${Math.abs(highest).toFixed(0)}° below the horizon at the recorded place and time, as with a wrong clock, strong lamps or where the place was written over`,
  ];
}
