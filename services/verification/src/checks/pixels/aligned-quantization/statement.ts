import type { Calibration } from '../../check.ts';
import type { OnceCompressedArea } from './once-compressed-area.ts';

/** One sentence for people when an area convinces; it says how often innocent pictures do so. */
export function stateArea(
  { share }: Pick<OnceCompressedArea, 'share'>,
  { innocentScenes, falseAlarms }: Pick<Calibration, 'innocentScenes' | 'falseAlarms'>,
): string {
  const percent = 100 * share;
  const size = percent < 1 ? 'less than 1 %' : `about ${percent.toFixed(0)} %`;
  const often = `${String(falseAlarms)} of ${String(innocentScenes)} innocent scenes that had been compressed twice did so too`;
  return `The picture had been compressed before, and an area, ${size} of it, does not show that. What was changed between the two saves looks like this; ${often}.`;
}

/** One sentence when there is nothing to show. */
export const stateNothing =
  'The whole picture had been compressed before, and no area of it differs from the rest in this, as one changed between the two saves would.';
