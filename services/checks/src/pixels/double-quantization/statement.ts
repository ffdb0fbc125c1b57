import type { Calibration } from '../../check/check.ts';
import { stateAbsence } from '../../search/searched-part.ts';
import { oftenInWords, shareInWords } from '../statement-words.ts';
import type { EarlierArea } from './earlier-area.ts';

/** One sentence for people when an area convinces; it says how often pristine images do so. */
export function stateArea({ share }: Pick<EarlierArea, 'share'>, measured: Calibration): string {
  return `An area, ${shareInWords(share)} of the picture, had been compressed before on a grid of its own, and the rest had not. Something inserted from another picture looks like this; ${oftenInWords(measured)}.`;
}

/** States that all of the image has an earlier grid, and the absence of an area without it. */
export function stateWhole({ origin, areas }: Pick<EarlierArea, 'origin' | 'areas'>): string[] {
  return [
    `The whole picture had been compressed before on a grid that begins ${String(origin.x)} pixels to the right and ${String(origin.y)} down of the present one, as after cropping or turning.`,
    ...stateAbsence([areas], 'No area differs from the rest in this.'),
  ];
}

/** States the absence of an area with a grid of its own. */
export function stateNothing({ areas }: Pick<EarlierArea, 'areas'>): string[] {
  return stateAbsence(
    [areas],
    'No area of the picture shows that it had been compressed before on a grid of its own, as something inserted from a stronger compressed picture would.',
  );
}
