import { readExif } from '@assay/media/exif/read-exif';
import { notApplicable } from '../../check/check-result.ts';
import type { Case, CaseCheck, CheckResult, ClaimFinding } from '../../check/check.ts';
import { claimedMoment } from '../claimed-moment.ts';
import { claimedPlace } from '../capture-place.ts';
import { contextResult } from '../context-result.ts';
import { daylightFrom, exposureValue, findObstacle } from '../daylight-exposure.ts';
import { elevations, sunsAt } from '../sun-position/check.ts';
import { manifest } from './manifest.ts';

const limits = [
  'At night a lamp, a screen or a stage can be as bright as day; what the picture shows decides, which this check does not see.',
  'Little light by day says nothing: rooms, filters and long exposures are innocent.',
  'Exposure values are metadata, which can be rewritten.',
];

/** The end of civil twilight, in degrees. */
const nightBelow = -6;

/**
 * The light for which the camera was set, from exposure time, aperture and sensitivity (EV = log2(N²/t) − log2(ISO/100)),
 * against the height of the sun at the claimed time and place.
 */
export const check: CaseCheck = { ...manifest, examines: 'case', run: examine };

async function examine({ files, claims }: Case): Promise<CheckResult> {
  const moment = claimedMoment(claims);
  const place = claimedPlace(claims);
  if (moment === null || place === null) return notApplicable(manifest, 'no time and place were claimed');
  const subject = (await files[0]?.open()) ?? null;
  if (subject === null) return notApplicable(manifest, 'no file was given');
  const exif = await readExif(subject.bytes, subject.mimeType);
  const light = exif === null ? null : exposureValue(exif);
  if (exif === null || light === null)
    return notApplicable(manifest, 'the metadata do not tell the exposure');
  const obstacle = findObstacle(exif);
  if (obstacle !== null) return notApplicable(manifest, obstacle);
  const [lowest, highest] = elevations(sunsAt(moment, place));
  const opening = `The camera was set for an exposure value of ${light.toFixed(1)} (about 15 in sunshine, 12 under heavy clouds, 5 in a lit street at night).`;
  const facts = {
    exposureValue: Math.round(light * 10) / 10,
    lowestElevation: lowest,
    highestElevation: highest,
  };
  return contextResult(manifest, { claims: compare(light, [lowest, highest]), opening, facts, limits });
}

function compare(light: number, [, highest]: readonly [number, number]): ClaimFinding[] {
  const keys = ['claimed_datetime'];
  if (light < daylightFrom) return [];
  if (highest < nightBelow) {
    const statement = `the exposure suits daylight, and the sun was at least ${Math.abs(highest).toFixed(0)}° below the horizon`;
    return [{ keys, bearing: 'contradicts', statement }];
  }
  return highest < 0
    ? []
    : [{ keys, bearing: 'notes', statement: 'the exposure suits daylight, and the sun was up' }];
}
