import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CopyMoveCalibration } from './region-score.ts';
import { flaggedLlr, copyMoveLogRatio, manipulationLlr } from './likelihood.ts';
import type { RegionModel } from './region-score.ts';
import { featureSigns, isLettering, scoreRegion } from './region-score.ts';
import { areaUnderCurve, clopperPearsonUpper, logRatioCost } from '../../../calibration/figures.ts';
import { fitLogistic } from './logistic.ts';
import type { MeasuredRegion, Measurement } from './measure.ts';

/**
 * Fits the calibration on every other camera, writes calibration-table.ts and prints how it does on the cameras it has not
 * seen: `node --conditions=source calibrate.ts <measured.jsonl>…` with files made by collect.ts.
 */
const regionPenalty = 0.01;
const foundOverlap = 0.6;

const texts = await Promise.all(process.argv.slice(2).map((path) => readFile(path, 'utf8')));
const measured = texts.flatMap((text) => text.trim().split('\n')).map((line) => parseMeasurement(line));
const cameras = [...new Set(measured.map(({ camera }) => camera))].sort();
const isFitted = ({ camera }: Measurement): boolean => cameras.indexOf(camera) % 2 === 0;
const calibration = fit(measured.filter(isFitted));
await writeFile(join(import.meta.dirname, 'calibration-table.ts'), asModule(calibration));
print('cameras it was fitted on', measured.filter(isFitted));
print(
  'cameras it has not seen',
  measured.filter((one) => !isFitted(one)),
);

/** Lines are written by collect.ts from the same type. */
function parseMeasurement(line: string): Measurement {
  return JSON.parse(line) as Measurement;
}

function fit(half: readonly Measurement[]): CopyMoveCalibration {
  const region = fitRegions(half);
  const scored = half.map((one) => ({ isForged: one.isForged, score: bestScore(region, one) }));
  const forgeries = scored.filter(({ isForged }) => isForged);
  const innocents = scored.filter(({ isForged }) => !isForged);
  const withRegion = scored.flatMap(({ isForged, score }) => (score === null ? [] : [{ isForged, score }]));
  const platt = fitLogistic(
    withRegion.map(({ isForged, score }) => ({ features: [score], isPositive: isForged, weight: 1 })),
    { penalty: 0.003 },
  );
  const slope = (platt.weights[0] ?? 0) / (platt.scale[0] ?? 1);
  const prior = Math.log(forgeries.length / innocents.length);
  const offset = platt.intercept - slope * (platt.centre[0] ?? 0) - prior;
  const missing = (files: readonly { score: number | null }[]): number =>
    (files.filter(({ score }) => score === null).length + 1) / (files.length + 2);
  const nothingFound = Math.log(missing(forgeries) / missing(innocents));
  return { region, slope, offset, nothingFound, innocents: innocents.length, forgeries: forgeries.length };
}

/** Regions on forged places against all others; every file weighs the same. */
function fitRegions(half: readonly Measurement[]): RegionModel {
  const examples = half.flatMap(({ regions }) =>
    usable(regions)
      .filter(({ overlap }) => overlap >= foundOverlap || overlap < 0.1)
      .map(({ features, overlap }) => ({
        features,
        isPositive: overlap >= foundOverlap,
        weight: 1 / regions.length,
      })),
  );
  return fitLogistic(examples, { penalty: regionPenalty, signs: featureSigns });
}

function usable(regions: readonly MeasuredRegion[]): MeasuredRegion[] {
  return regions.filter((region) => !isLettering(region));
}

function bestScore(model: RegionModel, { regions }: Measurement): number | null {
  const scores = usable(regions).map(({ features }) => scoreRegion(model, features));
  return scores.length === 0 ? null : Math.max(...scores);
}

function bestRegion({ regions }: Measurement): MeasuredRegion | null {
  const ranked = usable(regions).toSorted(
    (p, q) => copyMoveLogRatio(q.features, calibration) - copyMoveLogRatio(p.features, calibration),
  );
  return ranked[0] ?? null;
}

function print(title: string, files: readonly Measurement[]): void {
  const judged = files.map((one) => {
    const best = bestRegion(one);
    return { one, best, llr: manipulationLlr(best?.features ?? null, calibration) };
  });
  const forged = judged.filter(({ one }) => one.isForged);
  const innocent = judged.filter(({ one }) => !one.isForged);
  const alarms = innocent.filter(({ llr }) => llr >= flaggedLlr);
  const caught = forged.filter(({ llr }) => llr >= flaggedLlr);
  const placed = caught.filter(({ best }) => (best?.overlap ?? 0) >= foundOverlap);
  const ofForged = forged.map(({ llr }) => llr);
  const ofInnocent = innocent.map(({ llr }) => llr);
  console.log(`\n${title}`);
  console.log(
    `  AUC ${areaUnderCurve(ofForged, ofInnocent).toFixed(3)}, Cllr ${logRatioCost(ofForged, ofInnocent).toFixed(3)}`,
  );
  console.log(
    `  caught ${share(caught.length, forged.length)}, of these at the right place ${share(placed.length, caught.length)}`,
  );
  const bound = (100 * clopperPearsonUpper(alarms.length, innocent.length)).toFixed(1);
  console.log(`  innocents flagged ${share(alarms.length, innocent.length)}, 95 % upper bound ${bound} %`);
  for (const { one, llr } of alarms) console.log(`    ${one.camera} ${one.kind} llr ${llr.toFixed(2)}`);
  for (const kind of new Set(forged.map(({ one }) => one.kind))) {
    const ofKind = forged.filter(({ one }) => one.kind === kind);
    console.log(
      `  ${kind}: caught ${share(ofKind.filter(({ llr }) => llr >= flaggedLlr).length, ofKind.length)}`,
    );
  }
}

function share(part: number, whole: number): string {
  return `${String(part)} of ${String(whole)} (${((100 * part) / Math.max(1, whole)).toFixed(0)} %)`;
}

function asModule(table: CopyMoveCalibration): string {
  const text = JSON.stringify(
    table,
    (_, value: unknown) => (typeof value === 'number' ? Number(value.toFixed(4)) : value),
    2,
  );
  return [
    "import type { CopyMoveCalibration } from './region-score.ts';",
    '',
    '/** Written by calibration/calibrate.ts; not to be edited by hand. */',
    `export const copyMoveCalibration: CopyMoveCalibration = ${text};`,
    '',
  ].join('\n');
}
