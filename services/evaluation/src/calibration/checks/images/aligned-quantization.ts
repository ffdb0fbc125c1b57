import { copyArea, insertArea, removeArea, retouchArea } from '../../../verdicts/pictures/forgeries.ts';
import { fromRgb, decodeRgb, savedAsJpeg } from '../../measuring/rgb-image.ts';
import { calibrateScored } from '../../scored/calibrate-scored.ts';
import type { CalibrationWork } from '../../measuring/calibration-work.ts';
import type { ScoredCheck } from '../../scored/scored-check.ts';
import type { PixelImage } from '@assay/checks/check/check';
import { gate, measureArea } from '@assay/checks/pixels/aligned-quantization/check';
import { manifest } from '@assay/checks/pixels/aligned-quantization/manifest';

/** The picture as one from the web, of quality 60 to 85. */
function fromTheWeb(image: PixelImage, random: () => number): Promise<PixelImage> {
  return savedAsJpeg(image, 60 + Math.floor(random() * 26));
}

/**
 * How the check is calibrated: it must find what was done to pictures from the web before they were saved again, and must not point
 * at those that were only saved again. Files that do not show an earlier compression do not count on either side.
 */
const scored: ScoredCheck = {
  manifest,
  isConfirmed: true,
  gate,
  async measure(subject) {
    const area = measureArea(subject, await subject.pixels());
    if (area === null) return null;
    const { score, place, likeness, z, contrast, share } = area;
    return { score, place, facts: { likeness, z, contrast, share } };
  },
  innocents: [
    { name: 'saved twice', make: fromTheWeb },
    {
      name: 'brightened between two saves',
      make: async (image, random) => {
        const first = await fromTheWeb(image, random);
        return decodeRgb(fromRgb(first).linear(1.1, 4));
      },
    },
  ],
  forgers: [
    {
      name: 'copied area',
      forge: async (image, { random }) => copyArea(await fromTheWeb(image, random), random),
    },
    {
      name: 'inserted area',
      forge: async (image, { random, donor }) =>
        insertArea(await fromTheWeb(image, random), await donor(), {
          random,
          donorQuality: 60 + Math.floor(random() * 36),
        }),
    },
    {
      name: 'removed area',
      forge: async (image, { random }) => removeArea(await fromTheWeb(image, random), random),
    },
    {
      name: 'retouched area',
      forge: async (image, { random }) => retouchArea(await fromTheWeb(image, random), random),
    },
  ],
};

export function calibrate(work: CalibrationWork): Promise<void> {
  return calibrateScored(scored, work);
}
