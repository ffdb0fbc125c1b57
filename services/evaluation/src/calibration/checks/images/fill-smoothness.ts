import { removeArea } from '../../../verdicts/pictures/forgeries.ts';
import { calibrateScored } from '../../scored/calibrate-scored.ts';
import type { CalibrationWork } from '../../measuring/calibration-work.ts';
import type { ScoredCheck } from '../../scored/scored-check.ts';
import { gate, measureFile } from '@assay/checks/pixels/fill-smoothness/check';
import { manifest } from '@assay/checks/pixels/fill-smoothness/manifest';

/** The calibration of the check: it must find areas into which their surroundings were grown. */
const scored: ScoredCheck = {
  manifest,
  gate,
  async measure({ pixels }) {
    const measured = measureFile(await pixels());
    if (measured === null) return null;
    const { score, place, area } = measured;
    return { score, place, facts: { ...area?.measures } };
  },
  forgers: [{ name: 'removed area', forge: (picture, { random }) => removeArea(picture, random) }],
};

export function calibrate(work: CalibrationWork): Promise<void> {
  return calibrateScored(scored, work);
}
