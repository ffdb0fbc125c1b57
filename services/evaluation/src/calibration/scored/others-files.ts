import { othersForgeries } from '../../verdicts/pictures/others-forgeries.ts';
import type { MeasuringTask } from '../measuring/measure-pictures.ts';
import { measureOthers } from './measure-files.ts';
import type { ScoredLine } from './measure-files.ts';
import type { ScoredCheck } from './scored-check.ts';

/**
 * Lists the images of a folder's part for calibration that other people changed in a way the check looks for. Images without a
 * mask are left out, since nobody can tell whether the check points at the right place.
 */
export async function listOthers(check: ScoredCheck, folder: string): Promise<MeasuringTask<ScoredLine>[]> {
  const tasks: MeasuringTask<ScoredLine>[] = [];
  for await (const { group, scene, source, change, place, mimeType, bytes } of othersForgeries(
    folder,
    'calibrate',
  )) {
    if (change === null || place?.kind !== 'pixels' || !check.manifest.searchesFor.includes(change)) continue;
    const forgery = { mask: place.data, image: place };
    const file = { kind: `${change}, by others`, mimeType, bytes, forgery };
    const measure = () => measureOthers(check, { name: group, scene, source }, file);
    tasks.push({ picture: group, measure });
  }
  return tasks;
}
