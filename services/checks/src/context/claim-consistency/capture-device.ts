import type { CaptureFacts } from '@assay/media/exif/capture-facts';
import { nameDevice } from '@assay/media/exif/device-name';
import type { ClaimFinding, JsonObject } from '../../check/check.ts';
import { findNamedModel, simplifyName } from '../../metadata/device/known-models.ts';
import { claimedYear } from '../capture-time.ts';

/** What the camera that the metadata name, and the year of the claimed model, come to for the claimed device. */
export function compareDevice(claims: JsonObject, facts: CaptureFacts | null): ClaimFinding[] {
  const { claimed_device: claimed } = claims;
  if (typeof claimed !== 'string' || claimed.trim() === '') return [];
  return [
    ...(facts === null ? [] : compareName(claimed.trim(), facts)),
    ...compareYear(claims, claimed.trim()),
  ];
}

function compareName(claimed: string, facts: CaptureFacts): ClaimFinding[] {
  const recorded = nameDevice(facts);
  if (recorded === null) return [];
  const one = simplifyName(claimed);
  const other = simplifyName(recorded);
  const agrees =
    one.includes(other) ||
    other.includes(one) ||
    (facts.model !== null && one.includes(simplifyName(facts.model)));
  const statement = `claimed device ${claimed}, recorded ${recorded}`;
  return [{ keys: ['claimed_device'], bearing: agrees ? 'supports' : 'contradicts', statement }];
}

/** Device and date are claimed of the same picture: one of the two is wrong, and this says not which. */
function compareYear(claims: JsonObject, claimed: string): ClaimFinding[] {
  const known = findNamedModel(claimed);
  const year = claimedYear(claims);
  if (known === null || year === null || year >= known.released - 1) return [];
  const statement = `${known.model} is a model of ${String(known.released)}, which there was not in ${String(year)}`;
  return [{ keys: ['claimed_device'], bearing: 'contradicts', statement }];
}
