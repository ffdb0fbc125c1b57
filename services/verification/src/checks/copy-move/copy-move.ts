import { readExif } from '@assay/media/exif/read-exif';
import { finding, notApplicable } from '../check-result.ts';
import type { Check, CheckArtifact, CheckResult, PixelImage, Subject } from '../check.ts';
import { toOrientation } from '../thumbnail/orientation.ts';
import { COPY_MOVE_CALIBRATION } from './calibration-table.ts';
import type { DuplicateSearch } from './detect.ts';
import { SEARCH_PARAMETERS, searchDuplicates } from './detect.ts';
import { drawHeatMap, drawMask } from './heat-map.ts';
import { COPY_MOVE_SHARE, FLAGGED_LLR, copyMoveLogRatio, manipulationLlr } from './likelihood.ts';
import { MAX_FLAT_SHARE, describeRegion } from './region-score.ts';
import type { DuplicateRegion } from './second-pass.ts';
import { applyTransform, rotationOf, scaleOf } from './transform.ts';

const IDENTITY = {
  slug: 'copy-move',
  version: '1',
  stage: 'pixel-traces',
  kind: 'statistical',
  criterion: 'duplication',
} as const;

const MIN_PIXELS = 100_000;
const MIN_KEYPOINTS = 60;

const LIMITS = [
  'Copies of smooth areas such as sky, of areas below about half a percent of the picture, and mirrored or heavily retouched copies are not found.',
  'A picture assembled on purpose from repeated parts (collage, pattern, contact sheet) repeats itself without deceit.',
];

/**
 * Looks for content that occurs twice: keypoints matched within the picture (Amerini et al., IEEE TIFS 2011), one rotation,
 * scale and shift through them, then correlation of the registered places in every detail (evaluation practice of
 * Christlein et al., IEEE TIFS 2012). Reads decoded pixels, as stored; coordinates in the facts are pixels of the file.
 */
export const copyMove: Check = { ...IDENTITY, run: examine };

async function examine(subject: Subject, signal: AbortSignal): Promise<CheckResult> {
  const image = await subject.pixels();
  signal.throwIfAborted();
  if (image.width * image.height < MIN_PIXELS) {
    return notApplicable(IDENTITY, 'the picture is too small to tell a copied area from a coincidence');
  }
  const search = searchDuplicates(image);
  signal.throwIfAborted();
  if (search.keypoints < MIN_KEYPOINTS) {
    return notApplicable(IDENTITY, 'the picture has too little detail to compare', {
      keypoints: search.keypoints,
    });
  }
  const ranked = rank(search.regions);
  const best = ranked[0];
  const llr = manipulationLlr(best === undefined ? null : describeRegion(best));
  const convincing = ranked.filter((region) => manipulationLlr(describeRegion(region)) >= FLAGGED_LLR);
  return finding(IDENTITY, {
    llrManipulated: llr,
    calibrationNegatives: COPY_MOVE_CALIBRATION.innocents,
    statement: describe(convincing[0], search),
    limits: LIMITS,
    facts: factsOf(search, ranked),
    parameters: {
      ...SEARCH_PARAMETERS,
      copyMoveShare: COPY_MOVE_SHARE,
      calibrationForgeries: COPY_MOVE_CALIBRATION.forgeries,
    },
    artifacts: await draw(subject, image, { ...search, regions: convincing.slice(0, 4) }),
  });
}

function rank(regions: readonly DuplicateRegion[]): DuplicateRegion[] {
  const logRatio = (region: DuplicateRegion): number =>
    copyMoveLogRatio(describeRegion(region), COPY_MOVE_CALIBRATION);
  return regions
    .filter(({ flatShare }) => flatShare < MAX_FLAT_SHARE)
    .toSorted((p, q) => logRatio(q) - logRatio(p));
}

function describe(best: DuplicateRegion | undefined, { plane }: DuplicateSearch): string {
  if (best === undefined) return 'No part of the picture was found a second time in it.';
  const share = (100 * best.area) / (plane.width * plane.height);
  const turn = Math.round(Math.abs(rotationOf(best.transform)));
  const zoom = scaleOf(best.transform);
  const changes = [
    ...(turn >= 2 ? [`turned by ${String(turn)}°`] : []),
    ...(Math.abs(Math.log(zoom)) > 0.03 ? [`scaled by ${Math.max(zoom, 1 / zoom).toFixed(2)}`] : []),
  ];
  const how = changes.length === 0 ? '' : `, ${changes.join(' and ')}`;
  const size = share < 1 ? 'less than 1 %' : `about ${share.toFixed(0)} %`;
  return `The same content appears at two places of the picture${how}: an area of ${size} of it agrees in every detail, as when one place was copied over the other.`;
}

function factsOf(search: DuplicateSearch, ranked: readonly DuplicateRegion[]): CheckResult['facts'] {
  return {
    keypoints: search.keypoints,
    matches: search.matches,
    candidates: search.candidates,
    regions: ranked.slice(0, 4).map((region) => describePlaces(region, search.filePixels)),
  };
}

function describePlaces(region: DuplicateRegion, filePixels: number): CheckResult['facts'] {
  const centre = centreOf(region);
  const there = applyTransform(region.transform, centre);
  const inFile = ({ x, y }: { x: number; y: number }): number[] => [
    Math.round(x * filePixels),
    Math.round(y * filePixels),
  ];
  return {
    from: inFile(centre),
    to: inFile(there),
    areaPixels: Math.round(region.area * filePixels ** 2),
    similarity: round(region.similarity),
    weakestSimilarity: round(region.weakestSimilarity),
    ringSimilarity: round(region.ringSimilarity),
    residualGreyLevels: round(region.residual),
    matchedKeypoints: region.inliers,
    rotationDegrees: round(rotationOf(region.transform)),
    scale: round(scaleOf(region.transform)),
    llr: round(manipulationLlr(describeRegion(region))),
  };
}

function centreOf({ frame, mask }: DuplicateRegion): { x: number; y: number } {
  let [count, sumX, sumY] = [0, 0, 0];
  mask.forEach((inside, i) => {
    count += inside;
    sumX += inside * (i % frame.width);
    sumY += inside * Math.floor(i / frame.width);
  });
  return { x: frame.left + (frame.step * sumX) / count, y: frame.top + (frame.step * sumY) / count };
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

async function draw(subject: Subject, image: PixelImage, search: DuplicateSearch): Promise<CheckArtifact[]> {
  const { regions, filePixels } = search;
  if (regions.length === 0) return [];
  const exif = await readExif(subject.bytes, subject.mimeType);
  const picture = { image, filePixels, regions, orientation: toOrientation(exif?.orientation) };
  return [await drawHeatMap(picture), await drawMask(picture)];
}
