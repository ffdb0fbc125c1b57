import { readExif } from '@assay/media/exif/read-exif';
import { finding, notApplicable } from '../../check/check-result.ts';
import type {
  Check,
  CheckArtifact,
  CheckResult,
  FindingLocation,
  JsonObject,
  Subject,
} from '../../check/check.ts';
import { likelihoodRatios } from '../../likelihood/likelihood-ratios.ts';
import { toOrientation } from '../planes/orientation.ts';
import { changedPlace } from './changed-place.ts';
import type { PreviewComparison } from './compare-preview.ts';
import { comparePreview, toCompared } from './compare-preview.ts';
import { drawDifference, showPreview } from './difference-map.ts';
import type { EmbeddedPicture } from './embedded-pictures.ts';
import { readEmbeddedPictures } from './embedded-pictures.ts';
import type { ReducedPicture } from './reduced-picture.ts';
import { manifest } from './manifest.ts';

const limits = [
  'Most editors rebuild the stored preview, so agreement does not show that nothing was changed.',
  'A preview shows changes of brightness only from about half a percent of the picture; a date or logo that a camera prints into the picture but not into the preview looks like a change.',
];

const embeddedIn = {
  ifd1: 'the Exif thumbnail',
  jfxx: 'the JFIF thumbnail',
  photoshop: 'the Photoshop thumbnail',
  mpf: 'the large preview',
} as const;

interface Compared {
  readonly embedded: EmbeddedPicture;
  readonly comparison: PreviewComparison;
}

/**
 * Compares the previews embedded in a JPEG (Exif IFD1, JFXX, Photoshop, MPF) with the picture after registration: orientation,
 * letterbox bars, scale per axis, shift, tone curve. An old preview left behind by an editor still shows what was changed.
 * Changes of the whole picture (brightness, crop, colour) are innocent and weigh nothing.
 */
export const check: Check = { ...manifest, run: examine };

async function examine(subject: Subject, signal: AbortSignal): Promise<CheckResult> {
  if (subject.mimeType !== 'image/jpeg')
    return notApplicable(manifest, 'only JPEG files are searched for stored previews');
  const embedded = await readEmbeddedPictures(subject.bytes);
  if (embedded.length === 0) return notApplicable(manifest, 'the file stores no preview of the picture');
  const reduced = toCompared(await subject.pixels());
  const compared: Compared[] = [];
  for (const one of embedded) {
    signal.throwIfAborted();
    compared.push({ embedded: one, comparison: comparePreview(one.image, reduced) });
  }
  const changed = compared.find(({ comparison }) => comparison.difference.relation === 'local change');
  const agrees = compared.every(({ comparison }) => comparison.difference.relation === 'agrees');
  return finding(manifest, {
    llrManipulated: changed === undefined ? 0 : likelihoodRatios['preview-shows-other-content'].llr,
    llrAuthentic: agrees ? likelihoodRatios['preview-agrees'].llr : 0,
    authenticBasis: agrees ? 'thumbnail' : null,
    statement: describe(changed, agrees),
    limits,
    facts: { previews: compared.map(factsOf) },
    artifacts: changed === undefined ? [] : await draw(changed),
    ...(changed === undefined ? {} : { locations: [await locate(subject, changed.comparison, reduced)] }),
  });
}

async function locate(
  subject: Subject,
  comparison: PreviewComparison,
  { clippedHigh: reduced }: ReducedPicture,
): Promise<FindingLocation> {
  const exif = await readExif(subject.bytes, subject.mimeType);
  const displayed = toOrientation(exif?.orientation);
  return changedPlace(comparison, { stored: await subject.pixels(), reduced, displayed });
}

function describe(changed: Compared | undefined, agrees: boolean): string {
  if (changed !== undefined) {
    const share = 100 * changed.comparison.difference.areaShare;
    const size = share < 1 ? 'a small part' : `about ${share.toFixed(0)} %`;
    return `The file still stores an older preview (${embeddedIn[changed.embedded.source]}) that shows other content in ${size} of the picture and agrees with it everywhere else.`;
  }
  return agrees
    ? 'The preview stored in the file shows the same content as the picture.'
    : 'The stored preview differs from the picture as a whole, as after cropping or changing brightness or colour; that says nothing of its content.';
}

function factsOf({ embedded, comparison }: Compared): JsonObject {
  const { difference, registration, orientation } = comparison;
  return {
    source: embedded.source,
    width: embedded.image.width,
    height: embedded.image.height,
    relation: difference.relation,
    orientation,
    correlation: round(registration.correlation),
    changedShare: round(difference.areaShare),
    changedPieces: difference.pieces,
    changedGreyLevels: round(difference.strength),
    differenceElsewhere: round(difference.elsewhere),
    detailElsewhere: round(difference.detail),
  };
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

async function draw({ embedded, comparison }: Compared): Promise<CheckArtifact[]> {
  return [await drawDifference(comparison), await showPreview(embedded)];
}
