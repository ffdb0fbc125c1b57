import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import type { PixelImage } from '../../checks/check.ts';
import { pictureTypeOf } from '../../checks/calibration/photographs.ts';
import { decodeRgb, fromRgb } from '../../checks/calibration/rgb-image.ts';
import { seededRandom } from '../../checks/pixels/copy-move/seeded-random.ts';
import { copyArea, insertArea, removeArea, retouchArea } from './forgeries.ts';
import type { Forgery } from './forgeries.ts';
import { innocentVariants, makeVariant } from './innocent-variants.ts';
import type { EvaluationCase } from '../evaluation-case.ts';
import type { Scene } from '../scenes.ts';

/** Larger photographs are made smaller before they are forged, as most pictures on the web are. */
const maxSide = 2_000;

/** Innocent versions of a photograph, and one forgery of each kind; what is inserted comes from the other scene. */
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
  const quality = 85 + Math.floor(random() * 11);
  const forgeries = [
    copyArea(image, random),
    await insertArea(image, await decode(donor.path), {
      random,
      donorQuality: 60 + Math.floor(random() * 21),
    }),
    removeArea(image, random),
    await retouchArea(image, random),
  ];
  for (const forgery of forgeries) {
    if (forgery !== null) yield* savedTwice(scene, forgery, quality);
  }
}

async function* savedTwice(
  scene: Scene,
  { change, image, mask }: Forgery,
  quality: number,
): AsyncGenerator<EvaluationCase> {
  const { width, height } = image;
  const saved = await fromRgb(image).jpeg({ quality }).toBuffer();
  const forged = { scene: scene.name, source: scene.source, change, mimeType: 'image/jpeg' } as const;
  const place = { kind: 'pixels', width, height, data: mask } as const;
  yield { ...forged, group: change, isLaundered: false, bytes: saved, place };
  const sent = await sharp(saved)
    .resize({ width: Math.round(width * 0.6) })
    .jpeg({ quality: 75 })
    .toBuffer();
  yield { ...forged, group: `${change}, laundered`, isLaundered: true, bytes: sent, place: null };
}

function decode(path: string): Promise<PixelImage> {
  const upright = sharp(path, { failOn: 'none' }).rotate();
  return decodeRgb(upright.resize(maxSide, maxSide, { fit: 'inside', withoutEnlargement: true }));
}
