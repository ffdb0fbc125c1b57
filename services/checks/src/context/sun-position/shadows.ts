import type { ClaimBearing, ClaimFinding, JsonObject } from '../../check/check.ts';
import type { SolarPosition } from '../sun/solar-position.ts';

/** Degrees by which a direction measured by eye on a picture may differ, and from where on it cannot be explained so. */
const direction = { fits: 15, differs: 35 } as const;
/** The same for the height of the sun that a length measured by eye gives. */
const height = { fits: 6, differs: 15 } as const;
/** Refraction and the size of the sun let it shine from below the horizon by this much, in degrees. */
const lightUntil = -0.9;

/** Time and shadow agree or not; that the place is the wrong one of the three is possible, and said in the limits. */
const keysWith = (key: string): readonly string[] => ['claimed_datetime', key];

/** `shadow_azimuth_deg`: where shadows point, in degrees clockwise from true north. */
export function compareShadowDirection(claims: JsonObject, suns: readonly SolarPosition[]): ClaimFinding[] {
  const { shadow_azimuth_deg: measured } = claims;
  if (typeof measured !== 'number') return [];
  const shining = suns.filter(({ elevation }) => elevation > lightUntil);
  if (shining.length === 0) return [noShadow('shadow_azimuth_deg')];
  const off = Math.min(...shining.map(({ azimuth }) => turn(measured, azimuth + 180)));
  const statement = `shadows point to ${measured.toFixed(0)}° from north, ${off.toFixed(0)}° from where the sun would have cast them`;
  return [{ keys: keysWith('shadow_azimuth_deg'), bearing: bearingOf(off, direction), statement }];
}

/** `shadow_ratio`: how long shadows are, in heights of what casts them. */
export function compareShadowLength(claims: JsonObject, suns: readonly SolarPosition[]): ClaimFinding[] {
  const { shadow_ratio: measured } = claims;
  if (typeof measured !== 'number') return [];
  const shining = suns.filter(({ elevation }) => elevation > lightUntil);
  if (shining.length === 0) return [noShadow('shadow_ratio')];
  const implied = (Math.atan2(1, measured) * 180) / Math.PI;
  const off = Math.min(...shining.map(({ elevation }) => Math.abs(elevation - implied)));
  const statement = `shadows ${measured.toFixed(1)} times as long as what casts them mean a sun ${implied.toFixed(0)}° high, ${off.toFixed(0)}° from where it stood`;
  return [{ keys: keysWith('shadow_ratio'), bearing: bearingOf(off, height), statement }];
}

function noShadow(key: string): ClaimFinding {
  const statement = 'the sun was below the horizon, so that it cast no shadows';
  return { keys: keysWith(key), bearing: 'contradicts', statement };
}

function bearingOf(off: number, { fits, differs }: { fits: number; differs: number }): ClaimBearing {
  if (off <= fits) return 'supports';
  return off > differs ? 'contradicts' : 'notes';
}

/** The angle between two directions, 0 to 180 degrees. */
function turn(one: number, other: number): number {
  const between = (((one - other) % 360) + 360) % 360;
  return Math.min(between, 360 - between);
}
