import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { labelForCalibration, parseCsv, pictureTypeOf } from '../../calibration/measuring/photographs.ts';
import type { Photograph } from '../../calibration/measuring/photographs.ts';
import type { ChangeKind } from '@assay/checks/search/change-kinds';
import type { EvaluationCase, Mask } from '../evaluation-case.ts';

/** The kinds that the labels name; other kinds are no change of an image that these checks look for. */
const changes: Readonly<Record<string, ChangeKind>> = {
  'copy-move': 'copied-area',
  splice: 'inserted-area',
  retouch: 'retouched-area',
  'removal-hand': 'removed-area',
  'inpainting-classic': 'removed-area',
  'inpainting-deep': 'removed-area',
  'inpainting-diffusion': 'inserted-area',
};

/** Level from which a mask says that a pixel was altered. */
const altered = 128;

/**
 * Yields images that other people altered, of the part that is kept for evaluation or of the part for calibration. `labels.csv` in the
 * folder names of each its `path`, `label`, `kind`, `scene`, `source`, `mask` and `split`.
 */
export async function* othersForgeries(
  folder: string,
  part: 'evaluate' | 'calibrate' = 'evaluate',
): AsyncGenerator<EvaluationCase> {
  const rows = parseCsv(await readFile(path.join(folder, 'labels.csv'), 'utf8'));
  for (const { path: name = '', label, kind = '', scene = name, source = '', mask = '', split } of rows) {
    const change = changes[kind];
    if (label !== 'manipulated' || split !== part || change === undefined) continue;
    const bytes = await readFile(path.join(folder, name));
    yield {
      scene,
      source,
      group: `${change}, by others: ${path.basename(name)}`,
      change,
      isLaundered: false,
      isByOthers: true,
      mimeType: pictureTypeOf(name),
      bytes,
      place: mask === '' ? null : { kind: 'pixels', ...(await readMask(path.join(folder, mask))) },
    };
  }
}

/** Lists the pristine originals of the part for calibration. */
export async function listOriginals(folder: string): Promise<Photograph[]> {
  const rows = parseCsv(await readFile(path.join(folder, 'labels.csv'), 'utf8'));
  const originals = rows.filter(({ label, split }) => label === 'pristine' && split === 'calibrate');
  return originals.map(({ path: name = '', scene = name, source = '' }) => ({
    path: path.join(folder, name),
    name: path.basename(name),
    scene,
    source: labelForCalibration(source),
  }));
}

async function readMask(file: string): Promise<Mask> {
  const { data, info } = await sharp(file)
    .removeAlpha()
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return {
    width: info.width,
    height: info.height,
    data: data.map((level) => (level >= altered ? 1 : 0)),
  };
}
