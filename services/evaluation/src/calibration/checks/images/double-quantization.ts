import { insertArea } from '../../../verdicts/pictures/forgeries.ts';
import { calibrateScored } from '../../scored/calibrate-scored.ts';
import type { CalibrationWork } from '../../measuring/calibration-work.ts';
import type { ScoredCheck } from '../../scored/scored-check.ts';
import calibrationTable from '@assay/checks/pixels/double-quantization/calibration-table.json' with { type: 'json' };
import { gate, measureArea } from '@assay/checks/pixels/double-quantization/check';
import { manifest } from '@assay/checks/pixels/double-quantization/manifest';

/** The calibration of the check: it must find areas that were inserted from images of quality 60 to 80. */
const scored: ScoredCheck = {
  manifest,
  table: calibrationTable,
  mimeTypes: ['image/jpeg'],
  gate,
  async measure(subject) {
    const area = measureArea(subject, await subject.pixels());
    if (area === null) return null;
    const { score, place, z, rivalZ, restFit, restExcess, quality, share } = area;
    return { score, place, facts: { z, rivalZ, restFit, restExcess, quality, share } };
  },
  forgers: [
    {
      name: 'inserted area',
      forge: async (image, { random, donor }) =>
        insertArea(image, await donor(), { random, donorQuality: 60 + Math.floor(random() * 21) }),
    },
  ],
};

export function calibrate(work: CalibrationWork): Promise<void> {
  return calibrateScored(scored, work);
}
