import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { collect } from './collect.ts';
import type { MeasuredFile } from './collect.ts';
import { calibrationModule } from './calibration-module.ts';
import { foldsBySource } from './folds.ts';
import { replaceSource } from './kept-lines.ts';
import { printHeldOut } from './print-held-out.ts';
import { isHeldOut, readPhotographs } from './photographs.ts';
import { renderedScenes } from './rendered-scenes.ts';
import { boundsOf, fitRatio, foundScenes, ratiosOf } from '../pixels/copy-move/calibration/fit.ts';
import type { SceneRatios } from '../pixels/copy-move/calibration/fit.ts';
import { mixedLlr } from '../change-shares.ts';
import { bounded, copyMoveChanges, flaggedLlr } from '../pixels/copy-move/calibration/likelihood.ts';
import type { CopyMoveCalibration } from '../pixels/copy-move/calibration/region-score.ts';

/**
 * Calibrates copy-move on folders of photographs: makes innocent variants and forgeries of each by seed, measures them, fits,
 * prints how it did on sources it had not seen, and writes the table the service loads. With `--measured` each measured file
 * is kept there as a line, and taken from there the next time; without folders, these lines are fitted again. Two in five
 * sources are left to the evaluation.
 */
const usage =
  'usage: npm run calibrate -- <folder of photographs>… [--labels labels.csv] [--measured file.jsonl] [--dry-run]';
const table = resolve(import.meta.dirname, '../pixels/copy-move/calibration/calibration-table.ts');
const renderedPerKind = 5;
const progressEveryMs = 10_000;

const { values: options, positionals: folders } = parseArgs({
  allowPositionals: true,
  options: {
    labels: { type: 'string' },
    measured: { type: 'string' },
    'dry-run': { type: 'boolean', default: false },
  },
});
if (folders.length === 0 && options.measured === undefined) {
  process.stderr.write(`${usage}\n`);
  process.exitCode = 2;
} else {
  await calibrate(await measureAll());
}

async function measureAll(): Promise<MeasuredFile[]> {
  const labels = options.labels ?? null;
  const read = await Promise.all(folders.map((folder) => readPhotographs(folder, labels)));
  const rendered = folders.length === 0 ? [] : renderedScenes(renderedPerKind);
  let shownAt = 0;
  const photographs = read.flat().filter(({ source }) => !isHeldOut(source));
  const measured = await collect(photographs, rendered, {
    keptIn: options.measured ?? null,
    onProgress(done, of) {
      if (Date.now() - shownAt < progressEveryMs) return;
      shownAt = Date.now();
      process.stderr.write(`${String(done)} of ${String(of)} pictures measured\n`);
    },
  });
  return measured.filter(({ source }) => !isHeldOut(source));
}

/** Each half is judged by a model fitted on the other; the bounds rest on these judgements, the model on all. */
async function calibrate(samples: readonly MeasuredFile[]): Promise<void> {
  const heldOut = foldsBySource(samples).flatMap(({ fitted, judged }) => ratiosOf(fitRatio(fitted), judged));
  const photographs = heldOut.filter(({ isRendered }) => !isRendered);
  const bounds = boundsOf(photographs);
  const model = fitRatio(samples);
  const llr = (ratio: number): number =>
    mixedLlr(bounded(ratio, { bounds, nothingFound: model.nothingFound }), copyMoveChanges);
  const calibration: Omit<CopyMoveCalibration, 'version'> = {
    ...model,
    bounds,
    measured: {
      innocentScenes: photographs.length,
      falseAlarms: photographs.filter(({ innocent }) => llr(innocent) >= flaggedLlr).length,
      alteredScenes: photographs.filter(({ forged }) => forged.length > 0).length,
      found: Math.floor(foundScenes(photographs, (ratio) => llr(ratio) >= flaggedLlr)),
    },
  };
  if (!options['dry-run']) await replaceSource(table, calibrationModule(calibration));
  printHeldOut(
    heldOut.map((scene) => inLlr(scene, llr)),
    samples,
  );
}

function inLlr(scene: SceneRatios, llr: (ratio: number) => number): SceneRatios {
  return { ...scene, innocent: llr(scene.innocent), forged: scene.forged.map(llr) };
}
