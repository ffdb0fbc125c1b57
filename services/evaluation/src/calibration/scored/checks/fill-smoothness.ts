import { removeArea } from '../../../verdicts/pictures/forgeries.ts';
import type { ScoredCheck } from '../scored-check.ts';
import { gate, measureFile, searchesFor } from '@assay/checks/pixels/fill-smoothness/fill-smoothness';

/** The calibration of the check: it must find areas into which their surroundings were grown. */
export const fillSmoothnessCalibration: ScoredCheck = {
  slug: 'fill-smoothness',
  searchesFor,
  folder: 'pixels/fill-smoothness',
  gate,
  async measure({ pixels }) {
    const measured = measureFile(await pixels());
    if (measured === null) return null;
    const { score, place, area } = measured;
    return { score, place, facts: { ...area?.measures } };
  },
  forgers: [{ name: 'removed area', forge: (picture, { random }) => removeArea(picture, random) }],
};
