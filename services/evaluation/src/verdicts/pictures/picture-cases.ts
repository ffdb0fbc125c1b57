import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import type { Sharp } from 'sharp';
import type { PixelImage } from '@assay/checks/check/check';
import { pictureTypeOf } from '../../calibration/measuring/photographs.ts';
import { decodeRgb, fromRgb } from '../../calibration/measuring/rgb-image.ts';
import { seededRandom } from '@assay/checks/pixels/copy-move/matching/seeded-random';
import { copyArea, insertArea, removeArea, retouchArea } from './forgeries.ts';
import type { Forgery } from './forgeries.ts';
import { innocentVariants, makeVariant } from './innocent-variants.ts';
import type { EvaluationCase } from '../evaluation-case.ts';
import type { Scene } from '../scenes.ts';

/** Larger photographs are made smaller before they are forged, as most images on the web are. */
const maxSide = 2_000;

/** Pristine versions of a photograph, and one forgery of each kind; what is inserted comes from the other scene. */
export async function* pictureCases(scene: Scene, donor: Scene): AsyncGenerator<EvaluationCase> {
  yield* innocentPictures(scene);
  yield* forgedCases(scene, donor);
}

/** The photograph itself, and what people do to their photographs without changing what they show. */
export async function* innocentPictures({
  name: scene,
  source,
  path,
}: Scene): AsyncGenerator<EvaluationCase> {
  const innocent = { scene, source, change: null, isLaundered: false, place: null } as const;
  yield { ...innocent, group: 'original', mimeType: pictureTypeOf(path), bytes: await readFile(path) };
  for (const { name, mimeType, make } of innocentVariants) {
    yield { ...innocent, group: name, mimeType, bytes: await makeVariant(path, make) };
  }
}

/** One forgery of each kind as an editor saves it, and the same after one hop through a network. */
async function* forgedCases(scene: Scene, donor: Scene): AsyncGenerator<EvaluationCase> {
  const random = seededRandom(scene.seed);
  const image = await decode(scene.path);
  const save = chooseSave(random);
  const forgeries = [
    copyArea(image, random),
    await insertArea(image, await decode(donor.path), {
      random,
      donorQuality: 40 + Math.floor(random() * 59),
      isTurned: true,
    }),
    removeArea(image, random),
    await retouchArea(image, random),
  ];
  for (const forgery of forgeries) {
    if (forgery !== null) yield* savedTwice(scene, forgery, save);
  }
}

/** How an editor saves a forgery. */
interface Save {
  readonly mimeType: string;
  readonly encode: (image: Sharp) => Sharp;
}

/** Two encoders of JPEG with and without thinned colours, at qualities from 70 to 98; one in six as PNG, one in six as WebP. */
function chooseSave(random: () => number): Save {
  const kind = Math.floor(random() * 6);
  const quality = 70 + Math.floor(random() * 29);
  if (kind === 0) return { mimeType: 'image/png', encode: (image) => image.png() };
  if (kind === 1) return { mimeType: 'image/webp', encode: (image) => image.webp({ quality }) };
  const chromaSubsampling = kind % 2 === 0 ? '4:4:4' : '4:2:0';
  const mozjpeg = kind >= 4;
  return { mimeType: 'image/jpeg', encode: (image) => image.jpeg({ quality, chromaSubsampling, mozjpeg }) };
}

async function* savedTwice(
  scene: Scene,
  { change, image, mask }: Forgery,
  { mimeType, encode }: Save,
): AsyncGenerator<EvaluationCase> {
  const { width, height } = image;
  const saved = await encode(fromRgb(image)).toBuffer();
  const forged = { scene: scene.name, source: scene.source, change, mimeType } as const;
  const place = { kind: 'pixels', width, height, data: mask } as const;
  yield { ...forged, group: change, isLaundered: false, bytes: saved, place };
  const sent = await sharp(saved)
    .resize({ width: Math.round(width * 0.6) })
    .jpeg({ quality: 75 })
    .toBuffer();
  const laundered = { group: `${change}, laundered`, isLaundered: true, mimeType: 'image/jpeg' } as const;
  yield { ...forged, ...laundered, bytes: sent, place: null };
}

function decode(path: string): Promise<PixelImage> {
  const upright = sharp(path, { failOn: 'none' }).rotate();
  return decodeRgb(upright.resize(maxSide, maxSide, { fit: 'inside', withoutEnlargement: true }));
}
