import sharp from 'sharp';
import { insertArea } from '../../../verdicts/pictures/forgeries.ts';
import type { Forgery } from '../../../verdicts/pictures/forgeries.ts';
import { decodeRgb, fromRgb, savedAsJpeg } from '../../measuring/rgb-image.ts';
import { calibrateScored } from '../../scored/calibrate-scored.ts';
import type { CalibrationWork } from '../../measuring/calibration-work.ts';
import type { Forger, InnocentMaker, ScoredCheck } from '../../scored/scored-check.ts';
import type { PixelImage } from '@assay/checks/check/check';
import { gate, measureGrids } from '@assay/checks/pixels/jpeg-grid/check';
import { manifest } from '@assay/checks/pixels/jpeg-grid/manifest';

type Random = () => number;

const savedAs = 'image/png' as const;
/** What is made of a photograph is made of its middle, which saves time and is as a cropped picture is. */
const mostSide = 800;

/** The picture as one from the web or a camera, of quality 60 to 95. */
async function fromJpeg(image: PixelImage, random: Random): Promise<PixelImage> {
  const width = Math.min(mostSide, image.width);
  const height = Math.min(mostSide, image.height);
  const left = (image.width - width) >> 1;
  const top = (image.height - height) >> 1;
  const middle = await decodeRgb(fromRgb(image).extract({ left, top, width, height }));
  return savedAsJpeg(middle, 60 + Math.floor(random() * 36));
}

function pristine(
  name: string,
  make: (compressed: PixelImage, random: Random) => Promise<PixelImage>,
): InnocentMaker {
  return { name, savedAs, make: async (image, random) => make(await fromJpeg(image, random), random) };
}

function forger(
  name: string,
  forge: (
    compressed: PixelImage,
    random: Random,
    donor: () => Promise<PixelImage>,
  ) => Promise<Forgery | null> | Forgery | null,
): Forger {
  return {
    name,
    savedAs,
    forge: async (image, { random, donor }) => forge(await fromJpeg(image, random), random, donor),
  };
}

function cropped(image: PixelImage): Promise<PixelImage> {
  const [width, height] = [image.width, image.height].map((side) => Math.floor(side * 0.8));
  return decodeRgb(fromRgb(image).extract({ left: 13, top: 9, width: width ?? 1, height: height ?? 1 }));
}

/** By any factor, as programs fit pictures to a page. */
function madeSmaller(image: PixelImage, random: Random): Promise<PixelImage> {
  return decodeRgb(fromRgb(image).resize({ width: Math.round(image.width * (0.5 + 0.45 * random())) }));
}

/**
 * How the check is calibrated: it must find what was inserted from a JPEG into a picture that was then saved without loss, and must not point at one
 * that was only saved so, or processed as a whole before. Files that do not show an earlier compression do not count on either side.
 */
const scored: ScoredCheck = {
  manifest,
  isConfirmed: true,
  mimeTypes: [savedAs],
  gate,
  async measure({ pixels }) {
    const grids = measureGrids(await pixels());
    if (grids === null) return null;
    const { score, place, share, mainShare } = grids;
    return { score, place, facts: { share, mainShare } };
  },
  innocents: [
    pristine('cropped between two compressions', async (image, random) =>
      savedAsJpeg(await cropped(image), 75 + Math.floor(random() * 24)),
    ),
    pristine('cropped and brightened', async (image) =>
      decodeRgb(fromRgb(await cropped(image)).linear(1.15, 5)),
    ),
    pristine('made smaller', madeSmaller),
    pristine('converted from WebP', async (image, random) =>
      decodeRgb(
        sharp(
          await fromRgb(image)
            .webp({ quality: 70 + Math.floor(random() * 26) })
            .toBuffer(),
        ),
      ),
    ),
  ],
  forgers: [
    forger('inserted area', async (image, random, donor) =>
      insertArea(image, await donor(), { random, donorQuality: 60 + Math.floor(random() * 41) }),
    ),
    forger('inserted area, on a picture made smaller', async (image, random, donor) =>
      insertArea(await madeSmaller(image, random), await donor(), {
        random,
        donorQuality: 60 + Math.floor(random() * 36),
      }),
    ),
  ],
};

export function calibrate(work: CalibrationWork): Promise<void> {
  return calibrateScored(scored, work);
}
