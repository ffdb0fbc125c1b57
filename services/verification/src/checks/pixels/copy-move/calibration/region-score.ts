import type { RegionMeasures } from '../regions/region-measures.ts';

const areaThatSuffices = 4000;
const inliersThatSuffice = 12;

/** The measures a region is judged by, each roughly linear in its log odds. */
export function describeRegion(region: RegionMeasures & { readonly inliers: number }): readonly number[] {
  return [
    Math.log(1.005 - region.similarity),
    Math.log(1.02 - Math.max(0, region.weakestSimilarity)),
    Math.log((region.residual + 0.1) / (region.contrast + 0.1)),
    Math.log(region.residual + 0.5),
    Math.log(Math.min(region.area, areaThatSuffices) + 1),
    region.ringSimilarity,
    Math.log(Math.min(region.inliers, inliersThatSuffice)),
  ];
}

/** Direction in which each feature may speak; large areas and many keypoints alone prove only a repetitive scene. */
export const featureSigns = [-1, -1, -1, -1, 1, -1, 1] as const;

/** Weights of the features (centred and scaled) and the intercept; natural log odds of the calibration regions. */
export interface RegionModel {
  readonly centre: readonly number[];
  readonly scale: readonly number[];
  readonly weights: readonly number[];
  readonly intercept: number;
}

/** What calibration/calibrate.ts writes into calibration-table.ts. */
export interface CopyMoveCalibration {
  readonly region: RegionModel;
  /** Natural log likelihood ratio of copy-move against innocent = `slope * score + offset`. */
  readonly slope: number;
  readonly offset: number;
  /** Natural log likelihood ratio when no region is found at all. */
  readonly nothingFound: number;
  /** Files the ratios were fitted on. */
  readonly innocents: number;
  readonly forgeries: number;
}

export function scoreRegion(model: RegionModel, features: readonly number[]): number {
  return features.reduce((sum, value, i) => {
    const centred = (value - (model.centre[i] ?? 0)) / (model.scale[i] ?? 1);
    return sum + centred * (model.weights[i] ?? 0);
  }, model.intercept);
}

type Lettering = Pick<RegionMeasures, 'flatShare' | 'contrast' | 'twoLevelShare'>;

const maxFlatShare = 0.25;
const printContrast = 23;
const onlyTwoLevels = 0.95;

/** Print, captions burned in by a camera, labels and drawings, whose elements repeat lawfully and exactly. */
export function isLettering({ flatShare, contrast, twoLevelShare }: Lettering): boolean {
  const isPrint = contrast * twoLevelShare ** 2 >= printContrast;
  return isPrint || flatShare >= maxFlatShare || twoLevelShare >= onlyTwoLevels;
}
