import type { Calibration } from '../check.ts';

/** A share of the picture, 0 to 1, as a sentence names it. */
export function shareInWords(share: number): string {
  const percent = 100 * share;
  return percent < 1 ? 'less than 1 %' : `about ${percent.toFixed(0)} %`;
}

/** How often innocent scenes, or those of a kind, show the same. */
export function oftenInWords(
  { innocentScenes, falseAlarms }: Pick<Calibration, 'innocentScenes' | 'falseAlarms'>,
  scenes = 'innocent scenes',
): string {
  return `${String(falseAlarms)} of ${String(innocentScenes)} ${scenes} did so too`;
}
