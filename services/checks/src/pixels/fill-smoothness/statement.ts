import { searchedWhole, stateAbsence } from '../../search/searched-part.ts';
import { areaLimits } from './smooth-areas.ts';
import type { Calibration } from '../../check/check.ts';
import { oftenInWords, shareInWords } from '../statement-words.ts';
import type { AreaMeasures } from './area-measures.ts';

/** One sentence for people when an area convinces; it says how often innocent pictures do so. */
export function stateArea(
  { share, activity, activityAround }: Pick<AreaMeasures, 'share' | 'activity' | 'activityAround'>,
  measured: Calibration,
): string {
  const times = Math.floor(activityAround / activity);
  return `An area, ${shareInWords(share)} of the picture, has the colours of what is around it and hardly any of its grain and detail, ${String(times)} times less. Something painted over from its edges, or blurred, looks like this; ${oftenInWords(measured)}.`;
}

/** Every cell is measured. */
export const wholeImage = [searchedWhole('image')] as const;

/** States the absence of a filled area, of the sizes that are judged. */
export function stateNothing(): string[] {
  const sizes = `${String(100 * areaLimits.leastShare)} to ${String(100 * areaLimits.mostShare)} % of the image`;
  return stateAbsence(
    wholeImage,
    `No area of ${sizes} lacks the grain and detail that its surroundings and equally bright places would let expect, as one filled in from its edges would.`,
  );
}
