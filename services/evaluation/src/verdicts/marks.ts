import sharp from 'sharp';
import type { CheckResult, FindingLocation } from '@assay/checks/check/check';
import type { ChangedPlace, Mask } from './evaluation-case.ts';

/** How much a check marked, in pixels or in places, and how much of it was changed. */
export interface Marks {
  readonly amount: number;
  readonly right: number;
}

/** What a check marked of a file that was changed at this place; null where it marked nothing. */
export async function marksOf(result: CheckResult, place: ChangedPlace): Promise<Marks | null> {
  const marks = place.kind === 'pixels' ? await markedPixels(result, place) : markedPlaces(result, place);
  return marks.amount === 0 ? null : marks;
}

async function markedPixels({ artifacts }: CheckResult, { width, height, data }: Mask): Promise<Marks> {
  let amount = 0;
  let right = 0;
  for (const { bytes } of artifacts.filter(({ type }) => type === 'region')) {
    const { data: marked } = await sharp(bytes)
      .resize(width, height, { fit: 'fill', kernel: 'nearest' })
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true });
    data.forEach((changed, i) => {
      if ((marked[i] ?? 0) < 128) return;
      amount += 1;
      right += changed;
    });
  }
  return { amount, right };
}

type Listed = Exclude<ChangedPlace, { kind: 'pixels' }>;

/** Places that weigh nothing are shown without being held against the file. */
function markedPlaces({ llrManipulated, locations = [] }: CheckResult, place: Listed): Marks {
  if (llrManipulated <= 0) return { amount: 0, right: 0 };
  const known = locations.filter(({ page, startSeconds }) =>
    place.kind === 'pages' ? page !== undefined : startSeconds !== undefined,
  );
  return { amount: known.length, right: known.filter((location) => isAt(location, place)).length };
}

function isAt(
  { page = 0, startSeconds = 0, endSeconds = startSeconds }: FindingLocation,
  place: Listed,
): boolean {
  if (place.kind === 'pages') return place.pages.includes(page);
  return startSeconds <= place.to && endSeconds >= place.from;
}
