import type { PixelImage } from '@assay/checks/check/check';
import { measurePictures } from '../measuring/measure-pictures.ts';
import type { Measuring } from '../measuring/measure-pictures.ts';
import type { Photograph } from '../measuring/photographs.ts';
import type { RenderedScene } from '../measuring/rendered-scenes.ts';
import { render } from '../measuring/rendered-scenes.ts';
import { savedAsJpeg } from '../measuring/rgb-image.ts';
import { seededRandom } from '@assay/checks/pixels/copy-move/matching/seeded-random';
import type { Sample } from './fit.ts';
import { forgeCopyMove } from './forge.ts';
import { measure } from './measure.ts';
import { innocentFiles, readCapped } from './variants.ts';

/** One measured file. */
export interface MeasuredFile extends Sample {
  readonly picture: string;
  readonly source: string;
  /** What was done to the picture. */
  readonly kind: string;
  readonly forged: { readonly areaShare: number; readonly quality: number } | null;
}

const variantsPerPhotograph = 1;
const forgeriesPerPhotograph = 1;

/** Measures what is made of every picture. */
export function collect(
  photographs: readonly Photograph[],
  rendered: readonly RenderedScene[],
  measuring: Measuring,
): Promise<MeasuredFile[]> {
  const tasks = [
    ...photographs.map((photograph, i) => ({
      picture: photograph.name,
      measure: () => samplesOfPhotograph(photograph, 1000 + i),
    })),
    ...rendered.map((scene) => ({ picture: nameOf(scene), measure: () => samplesOfRendered(scene) })),
  ];
  return measurePictures(tasks, measuring);
}

async function samplesOfPhotograph(photograph: Photograph, seed: number): Promise<MeasuredFile[]> {
  const image = await readCapped(photograph);
  const { name: picture, scene, source } = photograph;
  const origin = { picture, scene, source, isRendered: false } as const;
  const files = await innocentFiles(image, seed, variantsPerPhotograph);
  const innocent = files.map((file) => ({
    ...origin,
    kind: file.kind,
    isForged: false,
    forged: null,
    ...measure(file.image, null),
  }));
  return [...innocent, ...(await forgeriesOf(image, seed)).map((forged) => ({ ...origin, ...forged }))];
}

async function forgeriesOf(
  image: PixelImage,
  seed: number,
): Promise<Omit<MeasuredFile, 'picture' | 'scene' | 'source' | 'isRendered'>[]> {
  const random = seededRandom(seed);
  const made = [];
  for (let count = 0; count < forgeriesPerPhotograph; count++) {
    const forgery = forgeCopyMove(image, random);
    const quality = 70 + Math.floor(random() * 26);
    if (forgery === null) continue;
    const measured = measure(await savedAsJpeg(forgery.image, quality), forgery);
    const forged = { areaShare: forgery.areaShare, quality };
    made.push({ kind: forgery.kind, isForged: true, forged, ...measured });
  }
  return made;
}

async function samplesOfRendered(scene: RenderedScene): Promise<MeasuredFile[]> {
  const image = await savedAsJpeg(await render(scene), 70 + (scene.seed % 26));
  const picture = nameOf(scene);
  const origin = { picture, scene: picture, source: 'rendered', isRendered: true, kind: scene.kind };
  return [{ ...origin, isForged: false, forged: null, ...measure(image, null) }];
}

function nameOf({ kind, seed }: RenderedScene): string {
  return `${kind} ${String(seed)}`;
}
