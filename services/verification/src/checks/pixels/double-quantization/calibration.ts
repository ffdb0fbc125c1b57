import { insertArea } from '../../../evaluation/pictures/forgeries.ts';
import type { ScoredCheck } from '../../calibration/scored/scored-check.ts';
import { calibrationTable } from './calibration-table.ts';
import { gate, measureArea } from './double-quantization.ts';

/** The calibration of the check: it must find areas that were inserted from images of quality 60 to 80. */
export const doubleQuantizationCalibration: ScoredCheck = {
  slug: 'double-quantization',
  searchesFor: ['inserted-area'],
  folder: import.meta.dirname,
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
