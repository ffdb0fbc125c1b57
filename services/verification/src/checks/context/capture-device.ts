import type { ExifRead } from '@assay/media/exif/read-exif';
import type { ClaimFinding, JsonObject } from '../check.ts';
import { findNamedModel, simplifyName } from '../metadata/device/known-models.ts';
import { cameraName } from '../metadata/exif-names.ts';
import { claimedYear } from './capture-time.ts';

/** What the camera that the metadata name, and the year of the claimed model, come to for the claimed device. */
export function compareDevice(claims: JsonObject, exif: ExifRead | null): ClaimFinding[] {
  const { claimed_device: claimed } = claims;
  if (typeof claimed !== 'string' || claimed.trim() === '') return [];
  return [
    ...(exif === null ? [] : compareName(claimed.trim(), exif)),
    ...compareYear(claims, claimed.trim()),
  ];
}

function compareName(claimed: string, exif: ExifRead): ClaimFinding[] {
  const recorded = cameraName(exif);
  if (recorded === null) return [];
  const [one, other] = [simplifyName(claimed), simplifyName(recorded)];
  const agrees =
    one.includes(other) ||
    other.includes(one) ||
    (exif.model !== null && one.includes(simplifyName(exif.model)));
  const statement = `claimed device ${claimed}, recorded ${recorded}`;
  return [{ keys: ['claimed_device'], bearing: agrees ? 'supports' : 'contradicts', statement }];
}

/** Device and date are claimed of the same picture: one of the two is wrong, and this says not which. */
function compareYear(claims: JsonObject, claimed: string): ClaimFinding[] {
  const [known, year] = [findNamedModel(claimed), claimedYear(claims)];
  if (known === null || year === null || year >= known.released - 1) return [];
  const statement = `${known.model} is a model of ${String(known.released)}, which there was not in ${String(year)}`;
  return [{ keys: ['claimed_device'], bearing: 'contradicts', statement }];
}
