import { stateAbsence } from '../../search/searched-part.ts';
import type { SearchedPart } from '../../search/searched-part.ts';
import { displayedBox } from './draw-pairs.ts';
import { differenceParameters } from './find-differences.ts';
import { noiseParameters } from './noise-patches.ts';
import type { Difference, Relation } from './relate-images.ts';

const maxPairs = 5;
const maxPlaces = 3;

/** States how the images of a case are related; pairs that differ in places come first. */
export function describeRelations(relations: readonly Relation[], searched: SearchedPart): string {
  if (relations.length === 0)
    return stateAbsence(
      [searched],
      `None of the ${String(searched.total)} images was found to be a copy or a part of another.`,
    ).join(' ');
  const ordered = relations.toSorted(
    (one, other) => Number(other.differences.length > 0) - Number(one.differences.length > 0),
  );
  const more = relations.length - maxPairs;
  return [
    ...ordered.slice(0, maxPairs).map(describePair),
    ...(more > 0 ? [`${String(more)} more pairs are in the table.`] : []),
    ...(ordered[0]?.differences.length === 0 ? [] : [noSide]),
  ].join(' ');
}

const noSide =
  'A difference does not show which of two files was changed, nor that one was: frames of a fixed camera differ where something moved.';

const kindWords: Readonly<Record<Relation['kind'], string>> = {
  same: 'show the same image',
  part: 'are a whole and a part of it',
  overlap: 'share a part',
};
const exceptWords: Readonly<Record<Relation['kind'], string>> = {
  same: 'show the same image, except here',
  part: 'are a whole and a part of it, the same image except here',
  overlap: 'share a part, the same image except here',
};
const agreeWords: Readonly<Record<Relation['kind'], string>> = {
  same: 'agree, except here',
  part: 'are a whole and a part that agree, except here',
  overlap: 'share a part and agree there, except here',
};
const otherNoise =
  ' Their noise is not the same: they can be two photographs taken one after the other, or one of them was filtered.';
const nearWords: Readonly<Record<Relation['kind'], string>> = {
  same: 'show nearly the same',
  part: 'show nearly the same, one of them a part of it',
  overlap: 'share a part that is nearly the same',
};

function describePair(relation: Relation): string {
  const { kind, whole, other, earlier, differences } = relation;
  const pair = `“${whole.name}” and “${other.name}”`;
  if (differences.length > 0) {
    const [words, reason] = hasOtherNoise(relation)
      ? [agreeWords[kind], otherNoise]
      : [exceptWords[kind], ''];
    return `${pair} ${words}: ${describePlaces(relation)}.${reason}`;
  }
  const isNear = !agreesThroughout(relation);
  const words = isNear ? nearWords[kind] : kindWords[kind];
  const caution = isNear
    ? '; they differ a little in many places, as images taken one after the other do, and copies after a strong filter'
    : '';
  if (earlier === null || isNear) return `${pair} ${words}${caution}.`;
  return `${pair} ${words}; “${earlier.image.name}” is the earlier one, as ${earlier.reasons.join(' and ')}.`;
}

function hasOtherNoise({ noise }: Relation): boolean {
  return noise !== null && noise < noiseParameters.minCorrelation;
}

/** False for frames of a video and for photographs in a row: many windows differ a little, or places differ while the rest agrees less. */
export function agreesThroughout({ agreement }: Relation): boolean {
  const { agreeingCorrelation, minTexturedShare } = differenceParameters;
  if (agreement.textured < minTexturedShare) return agreement.places.length === 0;
  return agreement.share >= agreeingCorrelation && agreement.places.length === 0;
}

function describePlaces(relation: Relation): string {
  const { differences } = relation;
  const named = differences.slice(0, maxPlaces).map((difference) => describePlace(difference, relation));
  const more = differences.length - maxPlaces;
  return [...named, ...(more > 0 ? [`${String(more)} more places are in the table`] : [])].join('; ');
}

function describePlace({ whole, other }: Difference, relation: Pick<Relation, 'whole' | 'other'>): string {
  const first = inWords(displayedBox(whole, relation.whole));
  const second = inWords(displayedBox(other, relation.other));
  if (first === second) return `${first} of both`;
  return `${first} of “${relation.whole.name}”, which is ${second} of “${relation.other.name}”`;
}

function inWords({ x, y, width, height }: ReturnType<typeof displayedBox>): string {
  return `the area of ${String(width)} × ${String(height)} pixels at ${String(x)}, ${String(y)}`;
}
