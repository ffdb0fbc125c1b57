import { ratioBounds } from '@assay/checks/likelihood/calibration-bound';
import { forgedScenes, foundScenes, innocentScores } from '../measuring/scene-scores.ts';
import { foundScore, sceneScores } from '../scored/measure-files.ts';
import type { ScoredLine } from '../scored/measure-files.ts';
import { print, share } from '../scored/print-scored.ts';

/** Prints how often a check that has a bound of its own tells of something, by scene and by what was done to the files. */
export function printTold(slug: string, lines: readonly ScoredLine[]): void {
  const scenes = sceneScores(lines);
  const innocents = innocentScores(scenes);
  const falseAlarms = innocents.filter((score) => score > 0).length;
  const alteredScenes = forgedScenes(scenes);
  const found = Math.floor(foundScenes(scenes, (score) => score > 0));
  const { most } = ratioBounds({ innocentScenes: innocents.length, falseAlarms, alteredScenes, found });
  print(`${slug}: as many scenes support a ratio of at most ${(10 ** most).toFixed(1)}`);
  print(`  changed scenes   ${share(found, alteredScenes)}`);
  print(`  innocent scenes  ${share(falseAlarms, innocents.length)}`);
  for (const [kind, files] of Map.groupBy(lines, (line) => line.kind)) {
    const worked = files.filter(({ score }) => score !== null);
    const told = worked.filter((file) => (file.isForged ? foundScore(file) : (file.score ?? 0)) > 0);
    print(`  ${kind}: ${String(told.length)} of ${String(worked.length)} files`);
  }
  for (const file of lines.filter(({ isForged, score }) => !isForged && (score ?? 0) > 0))
    print(`  false alarm: ${file.picture}, ${file.kind}, score ${String(file.score)}`);
}
