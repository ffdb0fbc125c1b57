import { describeImage } from '@assay/media/decode/read-image-header';
import { countFrames } from '../confirm/animation.ts';
import { chooseSize, haveSameColours, haveSameDetails } from '../confirm/confirm-images.ts';
import { readColourImage, toLuma } from '../confirm/read-planes.ts';
import type { ColourImage, OpenedImage, Size } from '../confirm/read-planes.ts';
import { measureUpright } from '../reading/decoders.ts';
import { applyBrightness, fitBrightness } from './fit-brightness.ts';
import { toFittedGrey } from './fit-grey.ts';
import type { ImageWindow } from './hash-windows.ts';
import type { ImageChange } from './image-change.ts';
import { wholeImage } from './warp-square.ts';

/** Pixels at each edge of a part that are not compared: they show some of what is beside the part. */
const margin = 3;

/**
 * Confirms that two images show the same content but for a change: the change is made on the larger one, and the rest is compared as that
 * of copies. A place that differs, such as a stamp, is content, so that it is never confirmed.
 * @throws UndecodableError
 */
export async function confirmChangedImages(
  [one, other]: readonly [string, string],
  { kinds, container, window, isMirrored }: ImageChange,
): Promise<boolean> {
  if (kinds.includes('stamped')) return false;
  const first = await openStill(one);
  const second = await openStill(other);
  if (first === undefined || second === undefined) return false;
  const [large, small] = container === 'first' ? [first, second] : [second, first];
  const part = isMirrored ? wholeImage : window;
  const { width, height } = measureUpright(large.header);
  const partSize = { width: width * (part.right - part.left), height: height * (part.bottom - part.top) };
  const size = chooseSize(partSize, measureUpright(small.header));
  const content = await readColourImage(small, size);
  const shown = await readPart(large, { part, size });
  const sides = [isMirrored ? mirror(shown) : shown, content].map((image) =>
    kinds.includes('cropped') || kinds.includes('bordered') ? trim(image) : image,
  ) as [ColourImage, ColourImage];
  if (kinds.includes('grey'))
    return (await haveSameDetails(...sides)) || haveSameDetails(...toFittedGrey(...sides));
  const [changed, target] = kinds.includes('brightness') ? await adjustBrightness(...sides) : sides;
  return (await haveSameColours(changed, target)) && haveSameDetails(changed, target);
}

/** Returns undefined for an animation. */
async function openStill(path: string): Promise<OpenedImage | undefined> {
  const image = { path, header: await describeImage(path) };
  return (await countFrames(image)) === 1 ? image : undefined;
}

/** Decodes an image so that its part has a size, and cuts the part out. */
async function readPart(
  image: OpenedImage,
  { part, size }: { readonly part: ImageWindow; readonly size: Size },
): Promise<ColourImage> {
  const whole = await readColourImage(image, {
    width: Math.max(size.width, Math.round(size.width / (part.right - part.left))),
    height: Math.max(size.height, Math.round(size.height / (part.bottom - part.top))),
  });
  const left = Math.max(0, Math.min(whole.width - size.width, Math.round(part.left * whole.width)));
  const top = Math.max(0, Math.min(whole.height - size.height, Math.round(part.top * whole.height)));
  return cut(whole, { left, top, ...size });
}

function cut(
  { samples, width }: ColourImage,
  { left, top, ...size }: Size & { readonly left: number; readonly top: number },
): ColourImage {
  const row = size.width * 3;
  const kept = new Uint8Array(row * size.height);
  for (let y = 0; y < size.height; y += 1) {
    const start = ((top + y) * width + left) * 3;
    kept.set(samples.subarray(start, start + row), y * row);
  }
  return { ...size, samples: kept };
}

function trim(image: ColourImage): ColourImage {
  const width = image.width - 2 * margin;
  const height = image.height - 2 * margin;
  return Math.min(width, height) < 1 ? image : cut(image, { left: margin, top: margin, width, height });
}

function mirror({ samples, width, height }: ColourImage): ColourImage {
  const mirrored = new Uint8Array(samples.length);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const from = (y * width + width - 1 - x) * 3;
      mirrored.set(samples.subarray(from, from + 3), (y * width + x) * 3);
    }
  }
  return { samples: mirrored, width, height };
}

/** Makes the brighter image as dark as the other one: what was cut off at white cannot be made again. */
async function adjustBrightness(a: ColourImage, b: ColourImage): Promise<[ColourImage, ColourImage]> {
  const fit = fitBrightness(await toLuma(a), await toLuma(b));
  return [{ ...a, samples: applyBrightness(a.samples, fit) }, b];
}
