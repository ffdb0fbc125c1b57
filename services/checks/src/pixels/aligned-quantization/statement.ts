import type { Calibration } from '../../check/check.ts';
import { stateAbsence } from '../../search/searched-part.ts';
import { oftenInWords, shareInWords } from '../statement-words.ts';
import type { OnceCompressedArea } from './once-compressed-area.ts';

/** One sentence for people when an area convinces; it says how often innocent pictures do so. */
export function stateArea({ share }: Pick<OnceCompressedArea, 'share'>, measured: Calibration): string {
  const often = oftenInWords(measured, 'innocent scenes that had been compressed twice');
  return `The picture had been compressed before, and an area, ${shareInWords(share)} of it, does not show that. What was changed between the two saves looks like this; ${often}.`;
}

/** States the absence of an area without the earlier compression. */
export function stateNothing({ areas }: Pick<OnceCompressedArea, 'areas'>): string[] {
  return stateAbsence(
    [areas],
    'The whole picture had been compressed before, and no area of it differs from the rest in this, as one changed between the two saves would.',
  );
}
