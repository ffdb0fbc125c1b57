import { readExif } from '@assay/media/exif/read-exif';
import { finding, notApplicable } from '../../check-result.ts';
import type { Check, CheckArtifact, CheckResult, PixelImage, Subject } from '../../check.ts';
import { toOrientation } from '../orientation.ts';
import { copyMoveCalibration } from './calibration/calibration-table.ts';
import type { DuplicateSearch } from './search-duplicates.ts';
import { searchParameters, searchDuplicates } from './search-duplicates.ts';
import { drawHeatMap, drawMask } from './drawings/heat-map.ts';
import { copyMoveShare, flaggedLlr, manipulationLlr } from './calibration/likelihood.ts';
import { describeRegion } from './calibration/region-score.ts';
import { drawSearchedMap } from './drawings/searched-map.ts';
import { distinctRegions, factsOf, stateDuplicate, stateNoDuplicate } from './regions/found-regions.ts';

const identity = {
  slug: 'copy-move',
  version: '1',
  stage: 'pixel-traces',
  kind: 'statistical',
  criterion: 'duplication',
  searchesFor: ['copied-area'],
} as const;

/** How it did on photographs of cameras the fit never saw; lettering on a screen and ironwork were false alarms. */
const evaluated = { innocentScenes: 103, falseAlarms: 2, alteredScenes: 21, found: 9 } as const;
const minPixels = 100_000;
const minKeypoints = 60;

const limits = [
  'Copies of smooth areas such as sky, of areas below about half a percent of the picture, and mirrored or heavily retouched copies are not found.',
  'A picture assembled on purpose from repeated parts (collage, pattern, contact sheet) repeats itself without deceit.',
];

/**
 * Looks for content that occurs twice: keypoints matched within the picture (Amerini et al., IEEE TIFS 2011), one rotation,
 * scale and shift through them, then correlation of the registered places in every detail (evaluation practice of
 * Christlein et al., IEEE TIFS 2012). Reads decoded pixels, as stored; coordinates in the facts are pixels of the file.
 */
export const copyMove: Check = { ...identity, run: examine };

async function examine(subject: Subject, signal: AbortSignal): Promise<CheckResult> {
  const image = await subject.pixels();
  signal.throwIfAborted();
  if (image.width * image.height < minPixels) {
    return notApplicable(identity, 'the picture is too small to tell a copied area from a coincidence');
  }
  const search = searchDuplicates(image);
  signal.throwIfAborted();
  if (search.keypoints < minKeypoints) {
    return notApplicable(identity, 'the picture has too little detail to compare', {
      keypoints: search.keypoints,
    });
  }
  const found = distinctRegions(search.regions);
  const best = found[0];
  const llr = manipulationLlr(best === undefined ? null : describeRegion(best));
  const convincing = found.filter((region) => manipulationLlr(describeRegion(region)) >= flaggedLlr);
  const [shown] = convincing;
  return finding(identity, {
    llrManipulated: llr,
    calibration: evaluated,
    statement: shown === undefined ? stateNoDuplicate(llr) : stateDuplicate(shown, search),
    limits,
    facts: factsOf(search, found),
    parameters: {
      ...searchParameters,
      copyMoveShare,
      calibrationForgeries: copyMoveCalibration.forgeries,
    },
    artifacts: await draw(subject, image, { ...search, regions: convincing.slice(0, 4) }),
  });
}

async function draw(subject: Subject, image: PixelImage, search: DuplicateSearch): Promise<CheckArtifact[]> {
  const { regions, filePixels, places } = search;
  const exif = await readExif(subject.bytes, subject.mimeType);
  const picture = { image, filePixels, regions, orientation: toOrientation(exif?.orientation) };
  if (regions.length === 0) return [await drawSearchedMap(picture, places)];
  return [await drawHeatMap(picture), await drawMask(picture)];
}
