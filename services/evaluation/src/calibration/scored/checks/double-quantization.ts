import { insertArea } from '../../../verdicts/pictures/forgeries.ts';
import type { ScoredCheck } from '../scored-check.ts';
import { calibrationTable } from '@assay/checks/pixels/double-quantization/calibration-table';
import { gate, measureArea } from '@assay/checks/pixels/double-quantization/double-quantization';

/** The calibration of the check: it must find areas that were inserted from images of quality 60 to 80. */
export const doubleQuantizationCalibration: ScoredCheck = {
  slug: 'double-quantization',
  searchesFor: ['inserted-area'],
  folder: 'pixels/double-quantization',
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
