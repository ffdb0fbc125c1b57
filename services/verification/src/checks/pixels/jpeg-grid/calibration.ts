import sharp from 'sharp';
import { insertArea } from '../../../evaluation/pictures/forgeries.ts';
import type { Forgery } from '../../../evaluation/pictures/forgeries.ts';
import { decodeRgb, fromRgb, savedAsJpeg } from '../../calibration/rgb-image.ts';
import type { Forger, InnocentMaker, ScoredCheck } from '../../calibration/scored/scored-check.ts';
import type { PixelImage } from '../../check.ts';
import { gate, measureGrids, searchesFor } from './jpeg-grid.ts';

type Random = () => number;

const savedAs = 'image/png' as const;
/** What is made of a photograph is made of its middle, which saves time and is as a cropped picture is. */
const mostSide = 800;

/** The picture as one from the web or a camera, of quality 60 to 95. */
async function fromJpeg(picture: PixelImage, random: Random): Promise<PixelImage> {
  const [width, height] = [Math.min(mostSide, picture.width), Math.min(mostSide, picture.height)];
  const [left, top] = [(picture.width - width) >> 1, (picture.height - height) >> 1];
  const middle = await decodeRgb(fromRgb(picture).extract({ left, top, width, height }));
  return savedAsJpeg(middle, 60 + Math.floor(random() * 36));
}

function innocent(
  name: string,
  make: (compressed: PixelImage, random: Random) => Promise<PixelImage>,
): InnocentMaker {
  return { name, savedAs, make: async (picture, random) => make(await fromJpeg(picture, random), random) };
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
    forge: async (picture, { random, donor }) => forge(await fromJpeg(picture, random), random, donor),
  };
}

function cropped(picture: PixelImage): Promise<PixelImage> {
  const [width, height] = [picture.width, picture.height].map((side) => Math.floor(side * 0.8));
  return decodeRgb(fromRgb(picture).extract({ left: 13, top: 9, width: width ?? 1, height: height ?? 1 }));
}

/** By any factor, as programs fit pictures to a page. */
function madeSmaller(picture: PixelImage, random: Random): Promise<PixelImage> {
  return decodeRgb(fromRgb(picture).resize({ width: Math.round(picture.width * (0.5 + 0.45 * random())) }));
}

/**
 * How the check is calibrated: it must find what was inserted from a JPEG into a picture that was then saved without loss, and must not point at one
 * that was only saved so, or processed as a whole before. Files that do not show an earlier compression do not count on either side.
 */
export const jpegGridCalibration: ScoredCheck = {
  slug: 'jpeg-grid',
  searchesFor,
  folder: import.meta.dirname,
  mimeTypes: [savedAs],
  gate,
  async measure({ pixels }) {
    const grids = measureGrids(await pixels());
    if (grids === null) return null;
    const { score, place, share, mainShare } = grids;
    return { score, place, facts: { share, mainShare } };
  },
  innocents: [
    innocent('cropped between two compressions', async (picture, random) =>
      savedAsJpeg(await cropped(picture), 75 + Math.floor(random() * 24)),
    ),
    innocent('cropped and brightened', async (picture) =>
      decodeRgb(fromRgb(await cropped(picture)).linear(1.15, 5)),
    ),
    innocent('made smaller', madeSmaller),
    innocent('converted from WebP', async (picture, random) =>
      decodeRgb(
        sharp(
          await fromRgb(picture)
            .webp({ quality: 70 + Math.floor(random() * 26) })
            .toBuffer(),
        ),
      ),
    ),
  ],
  forgers: [
    forger('inserted area', async (picture, random, donor) =>
      insertArea(picture, await donor(), { random, donorQuality: 60 + Math.floor(random() * 41) }),
    ),
    forger('inserted area, on a picture made smaller', async (picture, random, donor) =>
      insertArea(await madeSmaller(picture, random), await donor(), {
        random,
        donorQuality: 60 + Math.floor(random() * 36),
      }),
    ),
  ],
};
