import { readCaptureFacts } from '@assay/media/exif/capture-facts';
import type { CaptureFacts } from '@assay/media/exif/capture-facts';
import { notApplicable } from '../../check/check-result.ts';
import type { Case, CaseCheck, CheckResult } from '../../check/check.ts';
import { compareDevice } from './capture-device.ts';
import { comparePlace } from '../capture-place.ts';
import { compareTime } from '../capture-time.ts';
import { contextResult } from '../context-result.ts';
import { manifest } from './manifest.ts';

const limits = [
  'It compares the claims with metadata, which can be rewritten; a wrong claim does not make a picture manipulated.',
  'Places are compared only where claim and metadata both give coordinates.',
  'Anybody can write another place into a file without a trace.',
  'The zone of a claimed place is judged roughly, by its longitude. The zone of a recorded place comes from a map that is rough near borders.',
];

const claimedKeys = [
  'claimed_date',
  'claimed_datetime',
  'claimed_device',
  'claimed_location',
  'claimed_location_lat',
  'claimed_location_lng',
  'timezone',
] as const;

/**
 * Compares what is claimed of time, place and device with what the camera recorded, with the year in which its model was
 * announced and with the age of the file format, and the claims with each other.
 */
export const check: CaseCheck = { ...manifest, examines: 'case', run: examine };

async function examine({ files, claims }: Case): Promise<CheckResult> {
  if (!claimedKeys.some((key) => claims[key] !== undefined))
    return notApplicable(manifest, 'no claims were given');
  const subject = (await files[0]?.open()) ?? null;
  const mimeType = subject?.mimeType ?? '';
  const facts = subject === null ? null : readCaptureFacts(subject.bytes, mimeType);
  const found = [
    ...compareTime(claims, { facts, mimeType }),
    ...compareDevice(claims, facts),
    ...comparePlace(claims, facts),
  ];
  if (found.length > 0) return contextResult(manifest, { claims: found, limits });
  if (subject === null) return notApplicable(manifest, 'no file was given to compare the claims with');
  if (!hasMetadata(facts))
    return notApplicable(manifest, 'the file carries no metadata to compare the claims with');
  return notApplicable(manifest, 'the metadata say nothing of what is claimed');
}

function hasMetadata(facts: CaptureFacts | null): boolean {
  if (facts === null) return false;
  const { exif, make, model, time, place } = facts;
  return [exif, make, model, time, place].some((fact) => fact !== null);
}
