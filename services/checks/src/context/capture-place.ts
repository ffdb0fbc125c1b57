import type { CaptureFacts } from '@assay/media/exif/capture-facts';
import type { ClaimBearing, ClaimFinding, JsonObject } from '../check/check.ts';
import { readClockOffset } from './capture-time.ts';
import { claimedMoment, inHours, offsetIn, offsetsAt } from './claimed-moment.ts';
import { findPlaceDoubts } from './recorded-place.ts';
import type { Place } from './sun/solar-position.ts';

/** Receivers and people who name a town are that far from the place; between the two nothing is said. */
const nearKm = 25;
const farKm = 50;

interface ClaimedPlace extends Place {
  readonly keys: readonly string[];
}

/** The claimed coordinates; null where the claim is none, or a name. */
export function claimedPlace(claims: JsonObject): ClaimedPlace | null {
  const { claimed_location_lat: latitude, claimed_location_lng: longitude } = claims;
  if (typeof latitude === 'number' && typeof longitude === 'number') {
    return { latitude, longitude, keys: ['claimed_location_lat', 'claimed_location_lng'] };
  }
  const { claimed_location: text } = claims;
  const pattern = /^(-?\d+(?:\.\d+)?)\s*[,;]\s*(-?\d+(?:\.\d+)?)$/;
  const parts = typeof text === 'string' ? pattern.exec(text.trim()) : null;
  if (parts === null) return null;
  return { latitude: Number(parts[1]), longitude: Number(parts[2]), keys: ['claimed_location'] };
}

/** What the satellite position and the clock of the camera come to for the claimed place and time zone. */
export function comparePlace(claims: JsonObject, facts: CaptureFacts | null): ClaimFinding[] {
  const place = claimedPlace(claims);
  const doubts = facts === null ? [] : findPlaceDoubts(facts);
  return [
    ...(place === null ? [] : compareGps(place, { facts, doubts })),
    ...(place === null ? [] : compareZone(claims, place)),
    ...(facts === null ? [] : compareOffset(claims, { place: doubts.length > 0 ? null : place, facts })),
  ];
}

/** A recorded place that does not fit its time neither supports nor contradicts a claim. */
function compareGps(
  place: ClaimedPlace,
  { facts, doubts }: { readonly facts: CaptureFacts | null; readonly doubts: readonly string[] },
): ClaimFinding[] {
  const recorded = facts?.place ?? null;
  if (recorded === null) return [];
  const km = distanceKm(place, recorded);
  const bearing: ClaimBearing = km <= nearKm ? 'supports' : km > farKm ? 'contradicts' : 'notes';
  const apart = `claimed place and recorded place are ${String(Math.round(km))} km apart`;
  if (doubts.length > 0)
    return [{ keys: place.keys, bearing: 'notes', statement: `${apart}, but ${doubts.join('; ')}` }];
  const statement =
    bearing === 'supports' ? `${apart}, and a recorded place can be edited without a trace` : apart;
  return [{ keys: place.keys, bearing, statement }];
}

/** Only a zone that no place at this longitude has is contradicted; there is no map of zones here. */
function compareZone({ timezone, ...claims }: JsonObject, { longitude }: ClaimedPlace): ClaimFinding[] {
  if (typeof timezone !== 'string') return [];
  const moment = claimedMoment({ ...claims, timezone });
  const offset = offsetIn(timezone, moment?.earliest ?? Date.UTC(2020, 0, 1));
  if (offset === null) {
    return [
      { keys: ['timezone'], bearing: 'notes', statement: `${timezone} is not the name of an IANA time zone` },
    ];
  }
  const possible = offsetsAt(longitude);
  if (possible === null || (offset >= possible.least && offset <= possible.most)) return [];
  const statement = `clocks of ${timezone} were ${inHours(offset)} from UTC, which no clock at the claimed longitude is`;
  return [{ keys: ['timezone'], bearing: 'contradicts', statement }];
}

/** A camera in travel keeps the time of home, so that a difference is no contradiction. */
function compareOffset(
  claims: JsonObject,
  { place, facts }: { readonly place: ClaimedPlace | null; readonly facts: CaptureFacts },
): ClaimFinding[] {
  const offset = readClockOffset(facts);
  if (offset === null) return [];
  const { timezone } = claims;
  const moment = claimedMoment(claims);
  const claimed =
    typeof timezone === 'string' && moment !== null ? offsetIn(timezone, moment.earliest) : null;
  if (claimed !== null) {
    const bearing = claimed === offset ? 'supports' : 'notes';
    const statement = `the camera's clock was ${inHours(offset)} from UTC, that of the claimed time zone ${inHours(claimed)}`;
    return [{ keys: ['timezone'], bearing, statement }];
  }
  const possible = place === null ? null : offsetsAt(place.longitude);
  if (place === null || possible === null || (offset >= possible.least && offset <= possible.most)) return [];
  const statement = `the camera's clock was ${inHours(offset)} from UTC, as clocks at the claimed longitude are not; cameras in travel keep the time of home`;
  return [{ keys: place.keys, bearing: 'notes', statement }];
}

/** Great-circle distance by the haversine formula on a sphere of 6,371 km. */
function distanceKm(one: Place, other: Place): number {
  const radians = (degrees: number): number => (degrees * Math.PI) / 180;
  const latitude = radians(other.latitude - one.latitude);
  const longitude = radians(other.longitude - one.longitude);
  const chord =
    Math.sin(latitude / 2) ** 2 +
    Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude)) * Math.sin(longitude / 2) ** 2;
  return 2 * 6_371 * Math.asin(Math.min(1, Math.sqrt(chord)));
}
