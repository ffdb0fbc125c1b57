import { notApplicable } from '../../check/check-result.ts';
import type { Case, CaseCheck, CheckResult, ClaimFinding, JsonObject } from '../../check/check.ts';
import { claimedMoment } from '../claimed-moment.ts';
import type { ClaimedMoment } from '../claimed-moment.ts';
import { claimedPlace } from '../capture-place.ts';
import { contextResult } from '../context-result.ts';
import { compareShadowDirection, compareShadowLength } from './shadows.ts';
import { compareWords } from './daylight-words.ts';
import { solarPosition } from '../sun/solar-position.ts';
import type { Place, SolarPosition } from '../sun/solar-position.ts';
import { manifest } from './manifest.ts';

const limits = [
  'Shadows are as good as they were measured; on a slope, or from a lens that bends lines, directions and lengths differ.',
  'Shadows that do not fit the claimed time may as well come from another place than the claimed one.',
  'Lamps and the moon cast shadows as well.',
  'Words for day and night are understood in English only, and in a few plain phrases.',
];

/**
 * Where the sun stood at the claimed time and place, against the shadows that were measured and against words for day and
 * night. A time whose zone is known only roughly is judged by all moments it can mean.
 */
export const check: CaseCheck = {
  ...manifest,
  examines: 'case',
  run: (given) => Promise.resolve(examine(given)),
};

function examine({ claims }: Case): CheckResult {
  const moment = claimedMoment(claims);
  const place = claimedPlace(claims);
  if (place === null) return notApplicable(manifest, 'no coordinates were claimed');
  if (moment === null) return notApplicable(manifest, 'no time was claimed whose time zone is known');
  const suns = sunsAt(moment, place);
  const found: ClaimFinding[] = [
    ...compareShadowDirection(claims, suns),
    ...compareShadowLength(claims, suns),
    ...compareWords(claims, suns),
  ];
  const opening = describe(suns, moment);
  return contextResult(manifest, { claims: found, opening, facts: factsOf(suns, moment), limits });
}

const stepMs = 600_000;

/** The sun at the claimed moment, or every ten minutes of the span in which it lies. */
export function sunsAt({ earliest, latest }: ClaimedMoment, place: Place): readonly SolarPosition[] {
  const steps = Math.ceil((latest - earliest) / stepMs);
  return Array.from({ length: steps + 1 }, (_, step) =>
    solarPosition(Math.min(latest, earliest + step * stepMs), place),
  );
}

function describe(suns: readonly SolarPosition[], { earliest, latest }: ClaimedMoment): string {
  const [least, most] = elevations(suns);
  const [sun] = suns;
  if (sun === undefined || latest > earliest) {
    return `Without a time zone, the sun stood between ${inDegrees(least)} and ${inDegrees(most)} of height at the claimed time and place.`;
  }
  const side = sun.elevation < 0 ? 'below' : 'above';
  return `At the claimed time and place the sun stood ${inDegrees(Math.abs(sun.elevation))} ${side} the horizon, at ${inDegrees(sun.azimuth)} from north.`;
}

/** The lowest and the highest, in degrees. */
export function elevations(suns: readonly SolarPosition[]): readonly [number, number] {
  const all = suns.map(({ elevation }) => elevation);
  return [Math.min(...all), Math.max(...all)];
}

function inDegrees(angle: number): string {
  return `${angle.toFixed(1)}°`;
}

function factsOf(suns: readonly SolarPosition[], { earliest, latest, zone }: ClaimedMoment): JsonObject {
  const [lowest, highest] = elevations(suns);
  return {
    earliest: new Date(earliest).toISOString(),
    latest: new Date(latest).toISOString(),
    zone,
    lowestElevation: rounded(lowest),
    highestElevation: rounded(highest),
    firstAzimuth: rounded(suns[0]?.azimuth ?? 0),
    lastAzimuth: rounded(suns.at(-1)?.azimuth ?? 0),
  };
}

function rounded(angle: number): number {
  return Math.round(angle * 100) / 100;
}
