import type { PixelImage } from '../check.ts';
import { forgeCopyMove } from '../pixels/copy-move/calibration/forge.ts';
import { measure } from '../pixels/copy-move/calibration/measure.ts';
import type { Sample } from '../pixels/copy-move/calibration/fit.ts';
import { seededRandom } from '../pixels/copy-move/seeded-random.ts';
import { keepLines, readLines } from './kept-lines.ts';
import type { Photograph } from './photographs.ts';
import type { RenderedScene } from './rendered-scenes.ts';
import { render } from './rendered-scenes.ts';
import { savedAsJpeg } from './rgb-image.ts';
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

interface Collection {
  /** File of one JSON line per measured file; what it already has of a picture is not measured again. */
  readonly keptIn: string | null;
  readonly onProgress: (done: number, of: number) => void;
}

/** Measures what is made of every picture. */
export async function collect(
  photographs: readonly Photograph[],
  rendered: readonly RenderedScene[],
  { keptIn, onProgress }: Collection,
): Promise<MeasuredFile[]> {
  const samples = keptIn === null ? [] : await readLines<MeasuredFile>(keptIn);
  const known = new Set(samples.map(({ picture }) => picture));
  const tasks = [
    ...photographs.map((photograph, i) => ({
      picture: photograph.name,
      make: () => samplesOfPhotograph(photograph, 1000 + i),
    })),
    ...rendered.map((scene) => ({ picture: nameOf(scene), make: () => samplesOfRendered(scene) })),
  ];
  for (const [done, { picture, make }] of shuffled(tasks, 11).entries()) {
    onProgress(done, tasks.length);
    if (known.has(picture)) continue;
    const made = await make();
    if (keptIn !== null) await keepLines(keptIn, made);
    samples.push(...made);
  }
  return samples;
}

/** In an order drawn by seed, so that what was measured up to any time is a fair sample. */
function shuffled<T>(values: readonly T[], seed: number): T[] {
  const random = seededRandom(seed);
  const drawn = values.map((value) => ({ value, order: random() }));
  return drawn.toSorted((p, q) => p.order - q.order).map(({ value }) => value);
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
