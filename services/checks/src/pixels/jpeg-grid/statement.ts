import type { Calibration } from '../../check/check.ts';
import { stateAbsence } from '../../search/searched-part.ts';
import { oftenInWords, shareInWords } from '../statement-words.ts';
import type { JudgedGrids } from './judge-grids.ts';

/** One sentence for people when an area convinces; it says how often innocent pictures do so. */
export function stateArea(
  { share, origin }: Pick<JudgedGrids, 'share' | 'origin'>,
  measured: Calibration,
): string {
  const area = `an area, ${shareInWords(share)} of it,`;
  const often = `${oftenInWords(measured)}.`;
  return origin === null
    ? `The picture does not show that it was a JPEG, and ${area} does. Something inserted from a JPEG looks like this; ${often}`
    : `The picture was once a JPEG, and ${area} was one whose blocks lie elsewhere. Something inserted from another JPEG, or moved within this one, looks like this; ${often}`;
}

/** States the absence of an area on another grid. */
export function stateNothing({ origin, areas }: Pick<JudgedGrids, 'origin' | 'areas'>): string[] {
  return origin === null
    ? stateAbsence(
        [areas],
        'Nothing in the picture shows that it was a JPEG, as an area inserted from one would.',
      )
    : stateAbsence(
        [areas],
        'The whole picture was once a JPEG, and no area of it has blocks that lie elsewhere, as one inserted from another JPEG would.',
      );
}
