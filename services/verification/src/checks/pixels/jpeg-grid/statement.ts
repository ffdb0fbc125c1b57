import type { Calibration } from '../../check.ts';
import { oftenInWords, shareInWords } from '../statement-words.ts';
import type { JudgedGrids } from './judge-grids.ts';

type Stated = Pick<JudgedGrids, 'share' | 'origin' | 'areaOrigin'>;

/** One sentence for people when an area convinces; it says how often innocent pictures do so. */
export function stateArea({ share, origin, areaOrigin }: Stated, measured: Calibration): string {
  const area = `an area, ${shareInWords(share)} of it,`;
  const often = `${oftenInWords(measured)}.`;
  if (origin === null) {
    return `The picture does not show that it was a JPEG, and ${area} does. Something inserted from a JPEG looks like this; ${often}`;
  }
  return areaOrigin === null
    ? `The picture was once a JPEG, and ${area} does not show that. What was changed after the compression looks like this; ${often}`
    : `The picture was once a JPEG, and ${area} was one whose blocks lie elsewhere. Something inserted from another JPEG, or moved within this one, looks like this; ${often}`;
}

/** One sentence when there is nothing to show. */
export function stateNothing({ origin }: Pick<JudgedGrids, 'origin'>): string {
  return origin === null
    ? 'Nothing in the picture shows that it was a JPEG, as an area inserted from one would.'
    : 'The whole picture was once a JPEG, and no area of it differs from the rest in this, as one changed afterwards would.';
}
