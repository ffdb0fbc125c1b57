import { clopperPearsonLower, clopperPearsonUpper } from '@assay/checks/likelihood/figures';
import { mayPointAt } from '@assay/checks/likelihood/score-calibration';
import { exceedances, forgedScenes, innocentScores } from '../measuring/scene-scores.ts';
import type { SceneScores } from '../measuring/scene-scores.ts';
import { fitLogistic } from '../measuring/logistic.ts';
import { copyMoveLogRatio } from '@assay/checks/pixels/copy-move/likelihood';
import type { MeasuredRegion, Measurement } from './measure.ts';
import type { RatioBound, RatioModel, RegionModel } from '@assay/checks/pixels/copy-move/region-score';
import {
  describeRegion,
  featureSigns,
  isJudged,
  scoreRegion,
} from '@assay/checks/pixels/copy-move/region-score';

/** One measured file and the scene it shows. */
export interface Sample extends Measurement {
  readonly scene: string;
  readonly isForged: boolean;
  /** A scene made by code, counted apart from photographs. */
  readonly isRendered: boolean;
}

/** What the files of one scene come to; null where no region was found. Natural log ratios. */
export interface SceneRatios extends SceneScores {
  readonly isRendered: boolean;
  readonly innocent: number;
}

const regionPenalty = 0.01;
const foundOverlap = 0.6;
const missedOverlap = 0.1;
/** How many false alarms the loosest bound allows. */
const maxFalseAlarms = 25;

/** Fits on these samples alone. */
export function fitRatio(samples: readonly Sample[]): RatioModel {
  const region = fitRegions(samples);
  const score = (sample: Sample): number | null =>
    bestOf(sample, (one) => scoreRegion(region, describeRegion(one)));
  const scenes = [
    ...Map.groupBy(
      samples.filter(({ isRendered }) => !isRendered),
      ({ scene }) => scene,
    ).values(),
  ];
  const innocents = scenes.map((files) => largest(files.filter(({ isForged }) => !isForged).map(score)));
  const forgeries = scenes.flatMap((files) => files.filter(({ isForged }) => isForged).map(score));
  const examples = [
    ...innocents.map((value) => ({ value, isPositive: false })),
    ...forgeries.map((value) => ({ value, isPositive: true })),
  ].flatMap(({ value, isPositive }) =>
    value === null ? [] : [{ features: [value], isPositive, weight: 1 }],
  );
  const platt = fitLogistic(examples, { penalty: 0.003 });
  const slope = (platt.weights[0] ?? 0) / (platt.scale[0] ?? 1);
  const prior = Math.log(forgeries.length / innocents.length);
  const missing = (values: readonly (number | null)[]): number =>
    (values.filter((value) => value === null).length + 1) / (values.length + 2);
  return {
    region,
    slope,
    offset: platt.intercept - slope * (platt.centre[0] ?? 0) - prior,
    nothingFound: Math.log(missing(forgeries) / missing(innocents)),
  };
}

/** Regions on forged places against all others; every scene weighs the same. */
function fitRegions(samples: readonly Sample[]): RegionModel {
  const examples = samples.flatMap((sample) =>
    judged(sample)
      .filter(({ overlap }) => overlap >= foundOverlap || overlap < missedOverlap)
      .map((region) => ({
        features: describeRegion(region),
        isPositive: region.overlap >= foundOverlap,
        scene: `${sample.scene} ${String(region.overlap >= foundOverlap)}`,
      })),
  );
  const sizes = Map.groupBy(examples, ({ scene }) => scene);
  const weighted = examples.map((example) => ({
    ...example,
    weight: 1 / (sizes.get(example.scene)?.length ?? 1),
  }));
  return fitLogistic(weighted, { penalty: regionPenalty, signs: featureSigns });
}

/** The regions of a sample that the check would judge. */
export function judged({ regions, workingPixels }: Sample): MeasuredRegion[] {
  return regions.filter((region) => isJudged(region, workingPixels));
}

function bestOf(sample: Sample, value: (region: MeasuredRegion) => number): number | null {
  return largest(judged(sample).map(value));
}

function largest(values: readonly (number | null)[]): number | null {
  return values.reduce(
    (best, value) => (value !== null && (best === null || value > best) ? value : best),
    null,
  );
}

/** What a model says of scenes, which it should not have been fitted on. */
export function ratiosOf(model: RatioModel, samples: readonly Sample[]): SceneRatios[] {
  const ratio = (sample: Sample): number =>
    bestOf(sample, (region) => copyMoveLogRatio(region, model)) ?? model.nothingFound;
  return [...Map.groupBy(samples, ({ scene }) => scene)].map(([scene, files]) => ({
    scene,
    isRendered: files.some(({ isRendered }) => isRendered),
    innocent: Math.max(...files.filter(({ isForged }) => !isForged).map(ratio)),
    forged: files.filter(({ isForged }) => isForged).map(ratio),
  }));
}

/**
 * What the numbers of scenes allow: above the ratio that `k` innocent scenes exceed, a ratio is at most the lower 95 % bound
 * of the share of forged scenes above it by the upper one of innocent scenes (Clopper and Pearson 1934).
 */
export function boundsOf(scenes: readonly SceneRatios[]): RatioBound[] {
  const innocent = innocentScores(scenes).length;
  const forged = forgedScenes(scenes);
  const steps = exceedances(scenes, maxFalseAlarms).map(({ above, falseAlarms, found }) => ({
    above,
    isRare: falseAlarms <= mayPointAt * innocent,
    limit: Math.log(clopperPearsonLower(found, forged) / clopperPearsonUpper(falseAlarms, innocent)),
  }));
  let highest = 0;
  return steps.reverse().map(({ above, limit, isRare }) => {
    highest = Math.max(highest, limit);
    return { above, limit: highest, isRare };
  });
}
