import { clopperPearsonLower, clopperPearsonUpper } from '../figures.ts';
import { foundScore } from './measure-files.ts';
import type { ScoredLine } from './measure-files.ts';
import { measuredScenes, pointsAbove, scoreLlr } from './score-calibration.ts';
import type { ScoreCalibration } from './score-calibration.ts';
import type { ScoredCheck } from './scored-check.ts';

/** Prints what a check's calibration found, by what was done to the pictures. */
export function printScored(
  { slug, searchesFor }: Pick<ScoredCheck, 'slug' | 'searchesFor'>,
  lines: readonly ScoredLine[],
  calibration: Omit<ScoreCalibration, 'version'>,
): void {
  const above = pointsAbove(calibration, searchesFor);
  const { innocentScenes, falseAlarms, alteredScenes, found } = measuredScenes(calibration, searchesFor);
  const largest = 10 ** scoreLlr(Infinity, calibration, searchesFor);
  print(`${slug}: points above a score of ${String(above)}, largest ratio ${largest.toFixed(1)}`);
  print(`  forged scenes    ${share(found, alteredScenes)}`);
  print(`  innocent scenes  ${share(falseAlarms, innocentScenes)}`);
  for (const [kind, files] of Map.groupBy(lines, (line) => line.kind)) {
    const worked = files.filter(({ score }) => score !== null);
    const pointed = worked.filter((file) => (file.isForged ? foundScore(file) : (file.score ?? 0)) > above);
    const place = worked.filter((file) => file.isForged && (file.score ?? 0) > above).length - pointed.length;
    const wrong = place > 0 ? `, ${String(place)} more at a wrong place` : '';
    print(`  ${kind}: ${String(pointed.length)} of ${String(worked.length)} files${wrong}`);
  }
  for (const file of lines.filter(({ isForged, score }) => !isForged && (score ?? -Infinity) > above))
    print(`  false alarm: ${file.picture}, ${file.kind}, score ${String(file.score)}`);
}

export function share(part: number, whole: number): string {
  if (whole === 0) return 'none';
  const bounds = [clopperPearsonLower(part, whole), clopperPearsonUpper(part, whole)];
  const [low, high] = bounds.map((bound) => (100 * bound).toFixed(1));
  return `${String(part)} of ${String(whole)} (one-sided 95 % bounds ${String(low)} and ${String(high)} %)`;
}

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
