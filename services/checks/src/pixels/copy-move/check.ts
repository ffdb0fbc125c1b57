import { readExif } from '@assay/media/exif/read-exif';
import { flaggedLlr } from '../../likelihood/flagged-ratio.ts';
import { shareOf } from '../../search/change-shares.ts';
import { finding, notApplicable } from '../../check/check-result.ts';
import type { Check, CheckResult, PixelImage, Subject } from '../../check/check.ts';
import { boxLocation } from '../drawings/place-box.ts';
import { toOrientation } from '../planes/orientation.ts';
import copyMoveCalibration from './calibration-table.json' with { type: 'json' };
import type { DuplicateSearch } from './search-duplicates.ts';
import { searchParameters, searchDuplicates } from './search-duplicates.ts';
import { drawHeatMap, drawMask } from './drawings/heat-map.ts';
import { manipulationLlr } from './likelihood.ts';
import { isRepetition, smallestRegion } from './region-score.ts';
import { factsOf, judgedRegions, regionBoxes, unjudgedRegions } from './found-regions.ts';
import type { DuplicateRegion } from './regions/verify-duplicate.ts';
import {
  periodStatement,
  repetitionStatement,
  stateDuplicate,
  stateNoDuplicate,
  stateResemblance,
  stateUnjudged,
} from './statement.ts';
import { manifest } from './manifest.ts';

const minPixels = 25_000;
const minKeypoints = 60;
const maxShown = 4;

const limits = [
  `Copies of smooth areas such as sky, of areas below ${String(100 * smallestRegion.share)} % of the picture, and mirrored or heavily retouched copies are not found.`,
  'Lettering, ironwork, windows and other things made alike repeat without deceit, and so do pictures assembled from repeated parts; whether the two places are such things, a person has to see.',
];

/**
 * Looks for content that occurs twice: keypoints matched within the picture, one rotation, scale and shift through them, then
 * correlation of the registered places in every detail and how much else in the picture repeats. Reads decoded pixels, as
 * stored; coordinates in the facts are pixels of the file. About 0.5 s of one core for a picture of more than a megapixel.
 */
export const check: Check = { ...manifest, run: examine };

async function examine(subject: Subject, signal: AbortSignal): Promise<CheckResult> {
  const image = await subject.pixels();
  signal.throwIfAborted();
  if (image.width * image.height < minPixels) {
    return notApplicable(manifest, 'the picture is too small to tell a copied area from a coincidence');
  }
  const search = searchDuplicates(image);
  signal.throwIfAborted();
  if (search.keypoints < minKeypoints) {
    return notApplicable(manifest, 'the picture has too little detail to compare', {
      keypoints: search.keypoints,
    });
  }
  const found = judgedRegions(search);
  const { llr, statement, shown } = judge(search, found);
  return finding(manifest, {
    llrManipulated: llr,
    calibration: copyMoveCalibration.measured,
    statement,
    searched: search.searched,
    limits,
    facts: factsOf(search, found),
    parameters: {
      ...searchParameters,
      smallestRegion,
      share: shareOf(manifest.searchesFor),
      calibration: copyMoveCalibration.version,
    },
    ...(await show(subject, image, { ...search, regions: shown })),
  });
}

interface CopyMoveJudgement {
  readonly llr: number;
  readonly statement: string;
  readonly shown: readonly DuplicateRegion[];
}

/** Places that repeat without convincing are shown, and speak neither for the file nor against it. */
function judge(search: DuplicateSearch, found: readonly DuplicateRegion[]): CopyMoveJudgement {
  const [best] = found;
  const llr = manipulationLlr(best ?? null);
  const { measured } = copyMoveCalibration;
  if (best !== undefined && llr >= flaggedLlr)
    return {
      llr,
      statement: stateDuplicate(best, search, measured),
      shown: found.filter(isConvincing).slice(0, maxShown),
    };
  const repeated = found.filter(isRepetition);
  if (repeated.length > 0)
    return { llr: 0, statement: repetitionStatement, shown: repeated.slice(0, maxShown) };
  if (best !== undefined) return { llr, statement: stateResemblance(best), shown: [best] };
  const [unjudged] = unjudgedRegions(search);
  if (unjudged !== undefined)
    return { llr: 0, statement: stateUnjudged(unjudged, search), shown: [unjudged] };
  const statement = search.regions.length > 0 ? periodStatement : stateNoDuplicate(search);
  return { llr, statement, shown: [] };
}

function isConvincing(region: DuplicateRegion): boolean {
  return manipulationLlr(region) >= flaggedLlr;
}

/** Both places of each region, and their drawings; as the picture is displayed. */
async function show(
  subject: Subject,
  image: PixelImage,
  { regions, filePixels }: DuplicateSearch,
): Promise<Pick<CheckResult, 'artifacts' | 'locations'>> {
  if (regions.length === 0) return { artifacts: [] };
  const exif = await readExif(subject.bytes, subject.mimeType);
  const orientation = toOrientation(exif?.orientation);
  const picture = { image, filePixels, regions, orientation };
  const boxes = regions.flatMap((region) => regionBoxes(region, filePixels));
  return {
    artifacts: [await drawHeatMap(picture), await drawMask(picture)],
    locations: boxes.map((box) => boxLocation(box, image, orientation)),
  };
}
