import type { ExifRead } from '@assay/media/exif/read-exif';
import { findModel, knownMake } from './known-models.ts';
import type { KnownModel } from './known-models.ts';
import { makerNoteMakes } from './maker-note.ts';

/** What the camera that is named could not have written. */
export interface DeviceComparison {
  /** Null when the table does not know the model, which says nothing. */
  readonly known: KnownModel | null;
  /** Who wrote the maker note by its beginning; null when it does not say. */
  readonly makerNoteMake: string | null;
  /** Whether anything but the name itself speaks for the camera that is named: its maker note, or that such a model is known. */
  readonly isConfirmed: boolean;
  /** Statements that exclude each other, in plain words. */
  readonly contradictions: readonly string[];
  /** What innocent handling explains as well, such as enlarging. */
  readonly remarks: readonly string[];
}

/** The picture as it is stored. */
interface StoredPicture {
  readonly bytes: Uint8Array;
  readonly width: number | null;
  readonly height: number | null;
}

/** Pictures this wide for their height are panoramas, which exceed the sensor. */
const panoramaAspect = 2;
/** Versions of Exif before 2.2 of 2002, which no model of ten years later writes, except those of Huawei, which write 2.1. */
const earlyVersions = ['0100', '0110', '0200', '0210'];
const makesWithEarlyVersions = ['huawei'];
/** Since then every phone of Apple writes a maker note. */
const yearOfAppleNotes = 2014;
const yearWithoutEarlyVersions = 2012;

/**
 * Compares the camera named in the metadata with its maker note and with what is known of the model: its year and its largest
 * picture. A dead clock, an unknown model and an unknown maker note are no contradiction.
 */
export function compareDevice(exif: ExifRead, picture: StoredPicture): DeviceComparison {
  const known = findModel(exif.make, exif.model);
  const makes = makerNoteMakes(picture.bytes, exif.structure?.makerNote ?? null);
  return {
    known,
    makerNoteMake: makes?.[0] ?? null,
    isConfirmed: known !== null || (makes?.some((make) => make === knownMake(exif.make)) ?? false),
    contradictions: [
      ...foreignMakerNote(exif, makes),
      ...(known === null ? [] : [...beforeItsTime(exif, known), ...oldFormat(exif, known)]),
    ],
    remarks: known === null ? [] : [...withoutAppleNote(known, makes), ...largerThanItTakes(known, picture)],
  };
}

function foreignMakerNote({ make }: ExifRead, makes: readonly string[] | null): string[] {
  const named = knownMake(make);
  if (named === null || makes === null || makes.includes(named)) return [];
  return [`names ${make ?? ''} as maker, but the maker's own data are those of ${makes.join(' or ')}`];
}

/** A camera whose clock was never set tells a time years too early, so that only the first of January is left out of doubt. */
function beforeItsTime({ dateTimeOriginal, model }: ExifRead, { released }: KnownModel): string[] {
  const parts = /^(\d{4}):(\d\d):(\d\d)/.exec(dateTimeOriginal ?? '');
  const [year = 0, month = 0, day = 0] = (parts?.slice(1) ?? []).map(Number);
  const isUnset = year < 1995 || (month === 1 && day === 1);
  if (isUnset || year >= released - 1) return [];
  return [`taken in ${String(year)} with ${model ?? ''}, a model of ${String(released)}`];
}

function oldFormat({ exifVersion, model }: ExifRead, { make, released }: KnownModel): string[] {
  if (released < yearWithoutEarlyVersions || !earlyVersions.includes(exifVersion ?? '')) return [];
  if (makesWithEarlyVersions.includes(make)) return [];
  return [
    `written to a standard that was replaced in 2002, with ${model ?? ''}, a model of ${String(released)}`,
  ];
}

/** Programs that save a picture again often leave the maker note out, and whoever writes a camera name over has none to add. */
function withoutAppleNote({ make, released }: KnownModel, makes: readonly string[] | null): string[] {
  if (make !== 'apple' || released < yearOfAppleNotes || makes !== null) return [];
  return ["without the maker's own data, which every such phone writes, as after saving by another program"];
}

function largerThanItTakes({ model, largest }: KnownModel, { width, height }: StoredPicture): string[] {
  if (largest === null || width === null || height === null) return [];
  const aspect = Math.max(width, height) / Math.max(1, Math.min(width, height));
  const isLarger = width * height > 1.02 * largest.width * largest.height;
  if (!isLarger || aspect >= panoramaAspect) return [];
  return [
    `larger than any picture of ${model} (${String(largest.width)} by ${String(largest.height)}), as after enlarging or joining pictures`,
  ];
}
