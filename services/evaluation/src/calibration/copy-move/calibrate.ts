import type { CalibrationWork } from '../measuring/calibration-work.ts';
import { foldsBySource } from '../measuring/folds.ts';
import { flaggedLlr } from '@assay/checks/likelihood/flagged-ratio';
import { writeTable } from '../measuring/write-table.ts';
import { isHeldOut } from '../measuring/photographs.ts';
import { renderedScenes } from '../measuring/rendered-scenes.ts';
import { forgedScenes, foundScenes, innocentScores } from '../measuring/scene-scores.ts';
import { mixedLlr } from '@assay/checks/search/change-shares';
import { collect } from './collect.ts';
import { boundsOf, fitRatio, ratiosOf } from './fit.ts';
import type { SceneRatios } from './fit.ts';
import { bounded } from '@assay/checks/pixels/copy-move/likelihood';
import { manifest } from '@assay/checks/pixels/copy-move/manifest';
import { printHeldOut } from './print-held-out.ts';
import type { CopyMoveCalibration } from '@assay/checks/pixels/copy-move/region-score';

const renderedPerKind = 5;

/**
 * Each half of the sources is judged by a model fitted on the other; the bounds rest on these judgements, the model on all.
 * Scenes rendered by code that repeat themselves lawfully are measured beside the photographs, and counted apart.
 */
export async function calibrateCopyMove(work: CalibrationWork): Promise<void> {
  const rendered = work.photographs.length === 0 ? [] : renderedScenes(renderedPerKind);
  const measured = await collect(work.photographs, rendered, work);
  const samples = measured.filter(({ source }) => !isHeldOut(source));
  const heldOut = foldsBySource(samples).flatMap(({ fitted, judged }) => ratiosOf(fitRatio(fitted), judged));
  const model = fitRatio(samples);
  const bounds = boundsOf(heldOut.filter(({ isRendered }) => !isRendered));
  const llr = (ratio: number): number =>
    mixedLlr(bounded(ratio, { bounds, nothingFound: model.nothingFound }), manifest.searchesFor);
  const judged = heldOut.map((scene) => inLlr(scene, llr));
  const calibration = { ...model, bounds, measured: countScenes(judged) };
  if (!work.isDryRun) await writeTable(manifest.slug, calibration);
  printHeldOut(judged, samples);
}

function inLlr(scene: SceneRatios, llr: (ratio: number) => number): SceneRatios {
  return { ...scene, innocent: llr(scene.innocent), forged: scene.forged.map(llr) };
}

/** The photographs among the scenes, and of how many the check points at something. */
function countScenes(scenes: readonly SceneRatios[]): CopyMoveCalibration['measured'] {
  const photographs = scenes.filter(({ isRendered }) => !isRendered);
  const innocent = innocentScores(photographs);
  return {
    innocentScenes: innocent.length,
    falseAlarms: innocent.filter((llr) => llr >= flaggedLlr).length,
    alteredScenes: forgedScenes(photographs),
    found: Math.floor(foundScenes(photographs, (llr) => llr >= flaggedLlr)),
  };
}
