import type { ClaimFinding, JsonObject } from '../../check/check.ts';
import type { SolarPosition } from '../sun/solar-position.ts';

const day =
  /\b(?:(?:at|around) (?:noon|midday)|in (?:broad |full )?daylight|in (?:the )?(?:bright )?sunshine)\b/i;
const night = /\b(?:at (?:night|midnight)|after dark|in the dark of night)\b/i;
/** Words that turn a phrase round, or make it about another time. */
const turning = /\b(?:not|no|never|nor|instead|before|until|since|unlike|than)\b|n't\b/i;

/** The sun that far below the horizon leaves no daylight: the end of nautical twilight, in degrees. */
const darkFrom = -12;
const brightFrom = 5;

/** `claim_text`: plain words for day or night, against the height of the sun. A text that speaks of both says nothing here. */
export function compareWords(
  { claim_text: text }: JsonObject,
  suns: readonly SolarPosition[],
): ClaimFinding[] {
  if (typeof text !== 'string' || turning.test(text)) return [];
  const saysDay = day.test(text);
  const saysNight = night.test(text);
  if (saysDay === saysNight) return [];
  const heights = suns.map(({ elevation }) => elevation);
  const isDark = heights.every((height) => height < darkFrom);
  const isBright = heights.every((height) => height > brightFrom);
  if (!isDark && !isBright) return [];
  const agrees = saysDay === isBright;
  const sky = isDark ? 'dark' : 'light';
  const statement = `the text speaks of ${saysDay ? 'day' : 'night'}, and by the sun it was ${sky}`;
  return [{ keys: ['claim_text'], bearing: agrees ? 'supports' : 'contradicts', statement }];
}
