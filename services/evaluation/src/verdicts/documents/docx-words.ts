import { seededRandom } from '@assay/checks/pixels/copy-move/matching/seeded-random';

const leastLetters = 6;

/** Other words of the same document in the place of some, without tracking; undefined where it has not enough. */
export function replaceDocxWords(xml: string, seed: number): string | undefined {
  const runs = [...xml.matchAll(/(?<=<w:t(?: [^>]*)?>)[^<]+(?=<\/w:t>)/gu)].filter(
    ([text]) => text.trim().length >= leastLetters,
  );
  const first = Math.floor(seededRandom(seed)() * runs.length);
  const at = runs[first];
  const [other] = runs
    .filter(([text]) => text !== at?.[0])
    .toSorted(([one], [two]) => distanceTo(at, one) - distanceTo(at, two));
  if (at === undefined || other === undefined) return undefined;
  return xml.slice(0, at.index) + other[0] + xml.slice(at.index + at[0].length);
}

function distanceTo(at: RegExpExecArray | undefined, text: string): number {
  return Math.abs((at?.[0].length ?? 0) - text.length);
}
