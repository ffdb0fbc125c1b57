/** A text whose JSON escapes were replaced by their characters. */
export interface DecodedText {
  readonly text: string;
  /** Returns the offset in the original text. */
  toOriginal(at: number): number;
}

const escape = /\\(?:u([\da-f]{4})|(["\\/bfnrt]))/giu;
const characters: Readonly<Record<string, string>> = { b: ' ', f: '\f', n: '\n', r: '\r', t: '\t' };

/** Replaces the escapes of JSON strings (RFC 8259 §7), so that `\\n` and `\\u7535` do not join the value behind them. */
export function decodeEscapes(original: string): DecodedText {
  if (!original.includes('\\')) return { text: original, toOriginal: (at) => at };
  const parts: string[] = [];
  const starts: number[] = [];
  const removed: number[] = [];
  let end = 0;
  let shift = 0;
  for (const { 0: match, 1: code, 2: letter = '', index } of original.matchAll(escape)) {
    const character =
      code === undefined ? (characters[letter] ?? letter) : String.fromCharCode(parseInt(code, 16));
    parts.push(original.slice(end, index), character);
    end = index + match.length;
    starts.push(index - shift + 1);
    shift += match.length - 1;
    removed.push(shift);
  }
  parts.push(original.slice(end));
  return { text: parts.join(''), toOriginal: (at) => at + (removed[findLast(starts, at)] ?? 0) };
}

/** Returns the index of the last value that is not greater; -1 without such a value. */
function findLast(values: readonly number[], limit: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] ?? 0) <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
