/** Share of the words, outside of shared sentences, that two copies may have of their own. */
const maxChangedShare = 0.3;

/**
 * Words, numbers with their separators and sign, and the signs of currencies and shares. Each character counts in scripts without spaces.
 */
const token =
  /(?<![\p{L}\p{N}])[\-\u2212]?\p{N}+(?:[.,:\/'\u2019\u202f\-]\p{N}+)*|[[\p{L}\p{M}\p{N}]--[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]]+|[\p{L}\p{N}]|\p{Sc}|%/gv;
/** Numbers, capitalized words, and words of scripts without capital letters, in which names look like other words. */
const content = /[\p{N}\p{Lu}\p{Lt}\p{Lo}\p{Sc}%]/v;
const sentenceEnd = /(?<=[.!?…。！？])\s+|\n\s*\n/v;

/** Lists the tokens of a text as they are written. */
export function listTokens(text: string): readonly string[] {
  return text.match(token) ?? [];
}

/**
 * Returns true if two texts, which share most sequences of words, differ in nothing but a few ordinary words. Sentences that both have are
 * taken out first: letters on one form are as different as the lines that are left. Numbers, dates and names are content, and differ if
 * one of them does.
 */
export function haveSameContent(one: string, other: string): boolean {
  const tokensOfOne = listTokens(one);
  const tokensOfOther = listTokens(other);
  if (tokensOfOne.length === 0 && tokensOfOther.length === 0) return removeSpace(one) === removeSpace(other);
  if (areEqual(lower(tokensOfOne), lower(tokensOfOther))) return true;
  if (!areEqual(listContent(tokensOfOne), listContent(tokensOfOther))) return false;
  const restOfOne = takeOutShared(one, other);
  const restOfOther = takeOutShared(other, one);
  const longer = Math.max(restOfOne.length, restOfOther.length);
  const changed = Math.max(countMissing(restOfOne, restOfOther), countMissing(restOfOther, restOfOne));
  return changed <= maxChangedShare * longer;
}

function removeSpace(text: string): string {
  return text.replaceAll(/\s+/gv, '');
}

function lower(tokens: readonly string[]): readonly string[] {
  return tokens.map((found) => found.toLowerCase());
}

function listContent(tokens: readonly string[]): readonly string[] {
  return tokens.filter((found) => content.test(found));
}

function areEqual(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((found, at) => found === other[at]);
}

/** Returns the tokens of the sentences that the other text lacks. */
function takeOutShared(text: string, other: string): readonly string[] {
  const shared = new Set(other.split(sentenceEnd).map(toKey));
  return text
    .split(sentenceEnd)
    .filter((sentence) => !shared.has(toKey(sentence)))
    .flatMap((sentence) => lower(listTokens(sentence)));
}

function toKey(sentence: string): string {
  return lower(listTokens(sentence)).join(' ');
}

/** Counts the tokens of one list that the other one lacks, each as often as it occurs. */
function countMissing(one: readonly string[], other: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const found of other) counts.set(found, (counts.get(found) ?? 0) + 1);
  let missing = 0;
  for (const found of one) {
    const left = counts.get(found) ?? 0;
    if (left === 0) missing += 1;
    else counts.set(found, left - 1);
  }
  return missing;
}
