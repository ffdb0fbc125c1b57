import type { ChangeKind } from '@assay/checks/search/change-kinds';
import { clopperPearsonLower, clopperPearsonUpper } from '@assay/checks/likelihood/figures';
import { isHeldOut } from '../measuring/photographs.ts';
import { forgedScenes, foundScenes, innocentScores } from '../measuring/scene-scores.ts';
import { foundScore, sceneScores } from './measure-files.ts';
import type { ScoredLine } from './measure-files.ts';
import { measuredScenes, pointsAbove, scoreLlr } from '@assay/checks/likelihood/score-calibration';
import type { ScoreCalibration } from '@assay/checks/likelihood/score-calibration';
import type { ScoredCheck } from './scored-check.ts';

type Table = Omit<ScoreCalibration, 'version'>;

/** Prints what a check's calibration found, by what was done to the images. */
export function printScored(
  { slug, searchesFor }: ScoredCheck['manifest'],
  lines: readonly ScoredLine[],
  calibration: Table,
): void {
  const above = pointsAbove(calibration, searchesFor);
  const { innocentScenes, falseAlarms, alteredScenes, found, others } = measuredScenes(
    calibration,
    searchesFor,
  );
  const largest = 10 ** scoreLlr(Infinity, calibration, searchesFor);
  print(`${slug}: ${pointing(above)}, largest ratio ${largest.toFixed(1)}`);
  print(`  forged scenes    ${share(found, alteredScenes)}`);
  if (others !== undefined) print(`  scenes by others ${share(others.found, others.alteredScenes)}`);
  print(`  innocent scenes  ${share(falseAlarms, innocentScenes)}`);
  printHeldOutScenes(lines, above);
  printByKind(lines, above);
}

/** Prints the false alarms among the pristine scenes of sources that are held out, where these were counted. */
function printHeldOutScenes(lines: readonly ScoredLine[], above: number): void {
  const scores = innocentScores(sceneScores(lines.filter(({ source }) => isHeldOut(source))));
  if (scores.length === 0) return;
  print(`  — held out       ${share(scores.filter((score) => score > above).length, scores.length)}`);
}

/** Prints how the table of a check does on files it was not made of: scenes are counted where it points. */
export function printHeldOut(
  { table, searchesFor }: { readonly table: Table; readonly searchesFor: readonly ChangeKind[] },
  lines: readonly ScoredLine[],
): void {
  const above = pointsAbove(table, searchesFor);
  const scenes = sceneScores(lines);
  const innocent = innocentScores(scenes);
  const found = Math.floor(foundScenes(scenes, (score) => score > above));
  print(`held out: ${pointing(above)}`);
  print(`  forged scenes    ${share(found, forgedScenes(scenes))}`);
  print(`  innocent scenes  ${share(innocent.filter((score) => score > above).length, innocent.length)}`);
  printByKind(lines, above);
}

function pointing(above: number): string {
  return above === Infinity ? 'never points' : `points above a score of ${String(above)}`;
}

function printByKind(lines: readonly ScoredLine[], above: number): void {
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
