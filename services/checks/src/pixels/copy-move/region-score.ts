import type { Calibration } from '../../check/check.ts';
import type { RegionMeasures } from './regions/region-measures.ts';
import type { Repetition } from './regions/repetition.ts';

/** All that a region is judged by. */
export type RegionEvidence = RegionMeasures & Repetition & { readonly inliers: number };

const areaThatSuffices = 4000;
const inliersThatSuffice = 12;
const repetitionsThatSuffice = 15;

/** The measures a region is judged by, each roughly linear in its log odds. */
export function describeRegion(region: RegionEvidence): readonly number[] {
  return [
    Math.log(1.005 - region.similarity),
    Math.log(1.02 - Math.max(0, region.weakestSimilarity)),
    Math.log((region.residual + 0.1) / (region.contrast + 0.1)),
    Math.log(region.residual + 0.5),
    Math.log(Math.min(region.area, areaThatSuffices) + 1),
    region.ringSimilarity,
    Math.log(Math.min(region.inliers, inliersThatSuffice)),
    region.quietSimilarity,
    region.localTwoLevelShare,
    Math.log(1 + Math.min(region.otherDisplacements, repetitionsThatSuffice)),
    region.conflictingMatches,
    region.flatShare,
  ];
}

/**
 * Direction in which each feature may speak: large areas and many keypoints alone prove only a repetitive scene, and what
 * repeats at further places, or is drawn in two levels, repeats lawfully.
 */
export const featureSigns = [-1, -1, -1, -1, 1, -1, 1, 1, -1, -1, -1, -1] as const;

/** Weights of the features (centred and scaled) and the intercept; natural log odds of the calibration regions. */
export interface RegionModel {
  readonly centre: readonly number[];
  readonly scale: readonly number[];
  readonly weights: readonly number[];
  readonly intercept: number;
}

/** Turns the score of the most convincing region into a natural log likelihood ratio of copy-move against innocent. */
export interface RatioModel {
  readonly region: RegionModel;
  /** Ratio = `slope * score + offset`. */
  readonly slope: number;
  readonly offset: number;
  /** Ratio when no region is found at all. */
  readonly nothingFound: number;
}

/** A ratio larger than `above` counts as no more than `limit`; natural logs. */
export interface RatioBound {
  readonly above: number;
  readonly limit: number;
  /** True where at most one innocent scene in a hundred comes as far: there the ratio is the limit itself. */
  readonly isRare: boolean;
}

/** What `npm run calibrate` writes into calibration-table.json. */
export interface CopyMoveCalibration extends RatioModel {
  /** Changes with every number of the table. */
  readonly version: string;
  /** Rising in both. */
  readonly bounds: readonly RatioBound[];
  /** The scenes the bounds rest on, and of how many the check pointed at something, from `flaggedLlr` on. */
  readonly measured: Calibration;
}

export function scoreRegion(model: RegionModel, features: readonly number[]): number {
  return features.reduce((sum, value, i) => {
    const centred = (value - (model.centre[i] ?? 0)) / (model.scale[i] ?? 1);
    return sum + centred * (model.weights[i] ?? 0);
  }, model.intercept);
}

type Lettering = Pick<RegionMeasures, 'flatShare' | 'contrast' | 'twoLevelShare' | 'localTwoLevelShare'>;

const maxFlatShare = 0.25;
const printContrast = 23;
const onlyTwoLevels = 0.95;
/** Two in 363 copies in the calibration are above it, and 158 of 376 look-alikes. */
const locallyTwoLevels = 0.78;

/** Print, captions burned in by a camera, labels and drawings, whose elements repeat lawfully and exactly. */
export function isLettering(region: Lettering): boolean {
  const isPrint = region.contrast * region.twoLevelShare ** 2 >= printContrast;
  const isShadedPrint = region.localTwoLevelShare >= locallyTwoLevels;
  return (
    isPrint || isShadedPrint || region.flatShare >= maxFlatShare || region.twoLevelShare >= onlyTwoLevels
  );
}

const manyDisplacements = 4;
const mostMatches = 0.4;

/**
 * Part of something that repeats all over the image: most of its details are found elsewhere as well, many ways over, as windows repeat
 * and as pasting several copies does. It is weighed as a feature of the region.
 */
export function isRepetition({ otherDisplacements, conflictingMatches }: Repetition): boolean {
  return otherDisplacements >= manyDisplacements && conflictingMatches >= mostMatches;
}

/** Whether the check judges a region at all. */
export function isJudged(region: RegionMeasures, workingPixels: number): boolean {
  return isLargeEnough(region, workingPixels) && !isLettering(region);
}

/** The smallest area this check judges: share of the picture, and working pixels. */
export const smallestRegion = { share: 0.003, workingPixels: 400 } as const;

export function isLargeEnough({ extent }: Pick<RegionMeasures, 'extent'>, workingPixels: number): boolean {
  return extent >= Math.max(smallestRegion.workingPixels, smallestRegion.share * workingPixels);
}
