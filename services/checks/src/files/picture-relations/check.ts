import { finding, notApplicable } from '../../check/check-result.ts';
import type {
  Case,
  CaseCheck,
  CheckArtifact,
  CheckResult,
  FindingLocation,
  JsonValue,
} from '../../check/check.ts';
import { countSearched } from '../../search/searched-part.ts';
import { displayedBox, drawPairs } from './draw-pairs.ts';
import { fingerprintImages, fingerprintParameters } from './fingerprint-images.ts';
import { relateImages, relationParameters } from './relate-images.ts';
import type { Relation } from './relate-images.ts';
import { describeRelations } from './state-relations.ts';
import { manifest } from './manifest.ts';

const limits = [
  'Images that were mirrored, or of which less than two fifths are left, are not recognized.',
  'Images taken one after the other from a tripod, and frames of a fixed camera, can agree as well as copies do, and differ where something moved. Their noise shows that only in files of one size.',
  'Which of two files is earlier is said only where one shows more or still names its camera, and no sign contradicts: more pixels and a better save can be made afterwards. Both can be copies of a third.',
  'A place where two files differ does not show which of them was changed. A stamp, a caption or a logo is such a place too.',
  'Places below a fiftieth of the width of an image, its outermost rim, and changes of colour or brightness alone are not found.',
];
const maxLocations = 24;

/**
 * Finds images of a case that show the same, or are cut out of another: keypoints of each pair under one affine map, then the
 * correlation of both in windows of 11 pixels. Where windows differ and the rest agrees, it shows the places in both files. It
 * weighs nothing: copies of an image are no manipulation, and a difference does not show which of two files was changed.
 */
export const check: CaseCheck = { ...manifest, examines: 'case', run: relateCase };

async function relateCase(files: Case, signal: AbortSignal): Promise<CheckResult> {
  const images = await fingerprintImages(files, signal);
  if (images.length < 2) return notApplicable(manifest, 'fewer than two images could be decoded');
  const all = files.files.filter(({ mimeType }) => mimeType.startsWith('image/'));
  const read = all.flatMap(({ id }, index) => (images.some((image) => image.id === id) ? [index + 1] : []));
  const searched = countSearched('image', all.length, read, 'unreadable');
  const relations: Relation[] = [];
  for (const [index, one] of images.entries()) {
    for (const two of images.slice(index + 1)) {
      signal.throwIfAborted();
      const relation = relateImages(one, two);
      if (relation !== null) relations.push(relation);
    }
  }
  return finding(manifest, {
    statement: describeRelations(relations, searched),
    searched: [searched],
    facts: { pictures: images.length, relations: relations.map(toFact) },
    parameters: { ...fingerprintParameters, ...relationParameters },
    limits,
    artifacts: [...(await drawPairs(files, relations, signal)), toTable(relations)],
    locations: relations.flatMap(toLocations).slice(0, maxLocations),
  });
}

/** Both places of each difference, as the files are displayed. */
function toLocations({ whole, other, differences }: Relation): FindingLocation[] {
  return differences.flatMap((difference) => [
    { fileId: whole.id, boundingBox: displayedBox(difference.whole, whole) },
    { fileId: other.id, boundingBox: displayedBox(difference.other, other) },
  ]);
}

function toFact({ whole, other, earlier, differences, agreement, noise, ...measured }: Relation): JsonValue {
  const { kind, correlation, shareOfWhole, shareOfOther, detail } = measured;
  return {
    kind,
    wholeFileId: whole.id,
    otherFileId: other.id,
    earlierFileId: earlier?.image.id ?? null,
    reasons: earlier?.reasons ?? [],
    correlation: rounded(correlation),
    detail: rounded(detail),
    shareOfWhole: rounded(shareOfWhole),
    shareOfOther: rounded(shareOfOther),
    agreement: rounded(agreement.share),
    noise: noise === null ? null : rounded(noise),
    differences: differences.map((difference) => ({
      whole: { ...displayedBox(difference.whole, whole) },
      other: { ...displayedBox(difference.other, other) },
    })),
  };
}

function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}

function toTable(relations: readonly Relation[]): CheckArtifact {
  const bytes = Buffer.from(JSON.stringify({ relations: relations.map(toFact) }, null, 2));
  const legend =
    'Pairs of files that show the same or a part of it, with the shares both show, the places where they differ, and which one is earlier.';
  return { type: 'table', mimeType: 'application/json', bytes, width: 0, height: 0, legend };
}
