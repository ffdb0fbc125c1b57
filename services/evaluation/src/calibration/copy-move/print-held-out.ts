import {
  areaUnderCurve,
  clopperPearsonLower,
  clopperPearsonUpper,
  logRatioCost,
} from '@assay/checks/likelihood/figures';
import type { MeasuredFile } from './collect.ts';
import { flaggedLlr } from '@assay/checks/likelihood/flagged-ratio';
import type { SceneRatios } from './fit.ts';

/** Prints how scenes were judged by a model that was fitted on other sources; ratios are log10. */
export function printHeldOut(scenes: readonly SceneRatios[], samples: readonly MeasuredFile[]): void {
  const photographs = scenes.filter(({ isRendered }) => !isRendered);
  const innocent = photographs.map((scene) => scene.innocent);
  const forged = photographs.flatMap((scene) => scene.forged);
  line(
    `scenes of sources the model had not seen, pointed at from a ratio of ${(10 ** flaggedLlr).toFixed(0)}`,
  );
  line(`  forged scenes    ${share(count(forged), forged.length)}`);
  line(`  innocent scenes  ${share(count(innocent), innocent.length)}`);
  line(
    `  AUC ${areaUnderCurve(forged, innocent).toFixed(3)}, Cllr ${logRatioCost(forged, innocent).toFixed(3)}`,
  );
  line(`  largest ratio of any: ${(10 ** Math.max(...forged, ...innocent)).toFixed(1)}`);
  const kinds = new Map(samples.map(({ scene, kind }) => [scene, kind]));
  const rendered = scenes.filter(({ isRendered }) => isRendered);
  for (const [kind, ofKind] of Map.groupBy(rendered, ({ scene }) => kinds.get(scene) ?? '')) {
    line(`  rendered, ${kind}: ${share(count(ofKind.map((scene) => scene.innocent)), ofKind.length)}`);
  }
  for (const { scene, innocent: llr } of scenes.filter((one) => one.innocent >= flaggedLlr))
    line(`  false alarm: ${scene}, ratio ${(10 ** llr).toFixed(1)}`);
}

function count(llrs: readonly number[]): number {
  return llrs.filter((llr) => llr >= flaggedLlr).length;
}

function share(part: number, whole: number): string {
  const [low, high] = [clopperPearsonLower(part, whole), clopperPearsonUpper(part, whole)].map((bound) =>
    (100 * bound).toFixed(1),
  );
  return `${String(part)} of ${String(whole)} (${((100 * part) / Math.max(1, whole)).toFixed(1)} %, one-sided 95 % bounds ${String(low)} and ${String(high)} %)`;
}

function line(text: string): void {
  process.stdout.write(`${text}\n`);
}
