import type { Calibration } from '../check/check.ts';

/** A share of the picture, 0 to 1, as a sentence names it. */
export function shareInWords(share: number): string {
  const percent = 100 * share;
  return percent < 1 ? 'less than 1 %' : `about ${percent.toFixed(0)} %`;
}

/** The pristine scenes of a calibration, and those of them that score as high as an image. */
export interface NearScenes {
  readonly scenes: number;
  readonly near: number;
}

/** States that an area stands out less than a check points at, and how many pristine scenes have such an area. */
export function stateNear({ scenes, near }: NearScenes): string {
  return `An area stands out a little, as one does in ${String(near)} of ${String(scenes)} pristine scenes.`;
}

/** How often innocent scenes, or those of a kind, show the same. */
export function oftenInWords(
  { innocentScenes, falseAlarms }: Pick<Calibration, 'innocentScenes' | 'falseAlarms'>,
  scenes = 'innocent scenes',
): string {
  return `${String(falseAlarms)} of ${String(innocentScenes)} ${scenes} did so too`;
}
