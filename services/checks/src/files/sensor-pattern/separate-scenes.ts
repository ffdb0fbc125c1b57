import type { NoisePicture } from './noise-picture.ts';

/** Pictures whose sketches correlate more show the same, as far as it matters here. */
export const sameSceneFrom = 0.95;

/**
 * The number of a scene for each picture, from 0; pictures that show the same are of one scene. Details that a denoising filter leaves in the
 * noise agree between them, whatever took them.
 */
export function separateScenes(pictures: readonly Pick<NoisePicture, 'sketch'>[]): number[] {
  const scenes: number[] = [];
  pictures.forEach(({ sketch }, index) => {
    const alike = pictures
      .slice(0, index)
      .flatMap((other, at) => (correlation(sketch, other.sketch) > sameSceneFrom ? [scenes[at] ?? 0] : []));
    const scene = Math.min(index, ...alike);
    scenes.forEach((known, at) => {
      if (alike.includes(known)) scenes[at] = scene;
    });
    scenes.push(scene);
  });
  const numbers = [...new Set(scenes)];
  return scenes.map((scene) => numbers.indexOf(scene));
}

function correlation(one: Float32Array, other: Float32Array): number {
  const meanOne = meanOf(one);
  const meanOther = meanOf(other);
  let both = 0;
  let squaresOne = 0;
  let squaresOther = 0;
  for (let i = 0; i < one.length; i++) {
    const a = (one[i] ?? 0) - meanOne;
    const b = (other[i] ?? 0) - meanOther;
    both += a * b;
    squaresOne += a * a;
    squaresOther += b * b;
  }
  const spread = Math.sqrt(squaresOne * squaresOther);
  return spread === 0 ? 0 : both / spread;
}

function meanOf(values: Float32Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
