import { readExif } from '@assay/media/exif/read-exif';
import type { ExifRead } from '@assay/media/exif/read-exif';
import { cameraName } from './exif-names.ts';
import { finding, notApplicable } from '../check-result.ts';
import type { Check, CheckResult, Subject } from '../check.ts';
import { likelihoodRatios } from '../likelihood-ratios.ts';

const identity = {
  slug: 'claim-consistency',
  version: '1',
  kind: 'context',
  criterion: 'context_consistency',
} as const;

const limits = [
  'It compares the claims with metadata, which can be rewritten; a wrong claim does not make a picture manipulated.',
  'Places are compared only where claim and metadata both give coordinates.',
];

const dayMs = 86_400_000;
const nearKm = 50;

interface Comparison {
  readonly agrees: boolean;
  readonly text: string;
}

/** Compares the claims `claimed_date`, `claimed_device` and `claimed_location` with what the camera recorded. */
export const claimConsistency: Check = { ...identity, run: examine };

async function examine(subject: Subject): Promise<CheckResult> {
  const claim = (key: string): string | null => {
    const value = subject.claims[key];
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
  };
  const [date, device, location] = [
    claim('claimed_date'),
    claim('claimed_device'),
    claim('claimed_location'),
  ];
  if (date === null && device === null && location === null)
    return notApplicable(identity, 'no claims were given');
  const exif = await readExif(subject.bytes, subject.mimeType);
  if (exif === null)
    return notApplicable(identity, 'the file carries no metadata to compare the claims with');
  const comparisons = [compareDate(date, exif), compareDevice(device, exif), comparePlace(location, exif)];
  return conclusionOf(comparisons.filter((comparison) => comparison !== null));
}

function conclusionOf(comparisons: readonly Comparison[]): CheckResult {
  if (comparisons.length === 0) return notApplicable(identity, 'the metadata say nothing of what is claimed');
  const wrong = comparisons.filter((comparison) => !comparison.agrees);
  const row = wrong.length > 0 ? 'claim-contradicted' : 'claim-confirmed';
  const texts = (wrong.length > 0 ? wrong : comparisons).map((comparison) => comparison.text).join('; ');
  return finding(identity, {
    llrManipulated: likelihoodRatios[row].llr,
    statement:
      wrong.length > 0
        ? `The metadata contradict what is claimed: ${texts}.`
        : `The metadata agree with what is claimed: ${texts}.`,
    facts: { comparisons: comparisons.map((comparison) => ({ ...comparison })) },
    limits,
  });
}

/** A day of tolerance, because cameras record local time. */
function compareDate(claimed: string | null, exif: ExifRead): Comparison | null {
  const day = /^\d{4}-\d\d-\d\d/.exec(claimed ?? '')?.[0];
  const recorded = /^\d{4}:\d\d:\d\d/.exec(exif.dateTimeOriginal ?? '')?.[0].replaceAll(':', '-');
  if (day === undefined || recorded === undefined) return null;
  const distance = Math.abs(Date.parse(day) - Date.parse(recorded));
  if (!Number.isFinite(distance)) return null;
  return { agrees: distance <= dayMs, text: `claimed date ${day}, recorded ${recorded}` };
}

function compareDevice(claimed: string | null, exif: ExifRead): Comparison | null {
  const recorded = cameraName(exif);
  if (claimed === null || recorded === null) return null;
  const [one, other] = [simplify(claimed), simplify(recorded)];
  const agrees =
    one.includes(other) || other.includes(one) || (exif.model !== null && one.includes(simplify(exif.model)));
  return { agrees, text: `claimed device ${claimed}, recorded ${recorded}` };
}

function simplify(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

function comparePlace(claimed: string | null, { gps }: ExifRead): Comparison | null {
  const parts = /^(-?\d+(?:\.\d+)?)\s*[,;]\s*(-?\d+(?:\.\d+)?)$/.exec(claimed ?? '');
  if (parts === null || gps === null) return null;
  const [latitude = 0, longitude = 0] = parts.slice(1).map(Number);
  const km = distanceKm({ latitude, longitude }, gps);
  return { agrees: km <= nearKm, text: `claimed place and recorded place are ${Math.round(km)} km apart` };
}

interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/** Great-circle distance by the haversine formula on a sphere of 6,371 km. */
function distanceKm(one: Place, other: Place): number {
  const radians = (degrees: number): number => (degrees * Math.PI) / 180;
  const [latitude, longitude] = [
    radians(other.latitude - one.latitude),
    radians(other.longitude - one.longitude),
  ];
  const chord =
    Math.sin(latitude / 2) ** 2 +
    Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude)) * Math.sin(longitude / 2) ** 2;
  return 2 * 6_371 * Math.asin(Math.min(1, Math.sqrt(chord)));
}
