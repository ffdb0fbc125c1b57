/**
 * Characters without width that are removed, unless the text around them needs them:
 * - ZWNJ and ZWJ (U+200C, U+200D) are kept after a letter of a script that joins or stacks letters: Arabic and related scripts, Mongolian, and the
 *   scripts of India and Southeast Asia. ZWJ is also kept inside an emoji sequence.
 * - ZERO WIDTH SPACE (U+200B) is kept between letters of scripts that have no spaces, where it separates words.
 * - Direction controls (U+061C, U+200E, U+200F, U+202A to U+202C, U+2066 to U+2069) are kept in a line that has letters written from right to left. The
 *   overrides (U+202D, U+202E) are removed: they only hide the order of a text.
 * - Tag characters (U+E0000 to U+E007F) are kept in a flag emoji.
 * - The vowel separator (U+180E) is kept after a Mongolian letter.
 *
 * Variation selectors and the grapheme joiner (U+034F) are combining characters and stay. Soft hyphens (U+00AD), word joiners, invisible operators,
 * annotation controls and byte order marks are removed everywhere.
 */
export function removeZeroWidth(text: string): string {
  if (!anyZeroWidth.test(text)) return text;
  const isRightToLeft = createLineReader(text);
  return text.replace(zeroWidth, (run: string, at: number) => judgeRun({ run, at, text }, isRightToLeft));
}

const zeroWidth =
  // eslint-disable-next-line regexp/no-super-linear-move -- The expression ends with the run, so nothing rejects it.
  /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]+/gu;
const anyZeroWidth = new RegExp(zeroWidth.source, 'u');

const joiningScripts = [
  ...['Arab', 'Syrc', 'Mand', 'Nkoo', 'Mong', 'Phag', 'Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml'],
  ...['Telu', 'Knda', 'Mlym', 'Sinh', 'Tibt', 'Khmr', 'Mymr', 'Java', 'Bali', 'Adlm', 'Rohg'],
];
/** Marks follow their letter in an order that NFC may change, so that the letter decides. */
const joining = new RegExp(
  `(?=\\p{L})[${joiningScripts.map((script) => `\\p{scx=${script}}`).join('')}]\\p{M}*$`,
  'u',
);
const spaceless =
  '(?=\\p{L})[\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}\\p{scx=Tibt}\\p{scx=Java}\\p{scx=Bali}]';
const afterSpaceless = new RegExp(`${spaceless}\\p{M}*$`, 'u');
const beforeSpaceless = new RegExp(`^${spaceless}`, 'u');
const emojiEnd = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)$/u;
const emojiStart = /^\p{Extended_Pictographic}/u;
const rightToLeft =
  /(?=\p{L})[\p{scx=Hebr}\p{scx=Arab}\p{scx=Syrc}\p{scx=Thaa}\p{scx=Nkoo}\p{scx=Adlm}\p{scx=Rohg}]/u;
const flagTags = /^[\u{e0020}-\u{e007e}]+\u{e007f}$/u;

/** A letter with some marks; two units are the longest character. */
const contextUnits = 8;

interface FoundRun {
  readonly run: string;
  readonly at: number;
  readonly text: string;
}

/** Returns the zero-width character or tag sequence at an offset if its text needs it, else an empty string. */
function judgeRun({ run, at, text }: FoundRun, isRightToLeft: (at: number) => boolean): string {
  const before = text.slice(Math.max(0, at - contextUnits), at);
  const after = text.slice(at + run.length, at + run.length + 2);
  const isNeeded = (): boolean => {
    const code = run.codePointAt(0) ?? 0;
    if (code === 0x200b) return afterSpaceless.test(before) && beforeSpaceless.test(after);
    if (code === 0x200c) return joining.test(before);
    if (code === 0x200d) return joining.test(before) || (emojiEnd.test(before) && emojiStart.test(after));
    if (code === 0x180e) return /(?=\p{L})\p{sc=Mong}\p{M}*$/u.test(before);
    if (code >= 0xe0000) return before.endsWith('\u{1f3f4}') && flagTags.test(run);
    const isDirection =
      code === 0x061c || (code >= 0x200e && code <= 0x202c) || (code >= 0x2066 && code <= 0x2069);
    return isDirection && isRightToLeft(at);
  };
  return isNeeded() ? run : '';
}

/** Creates a function that returns true where the line has letters written from right to left. It reads each line once, for offsets that rise. */
function createLineReader(text: string): (at: number) => boolean {
  let end = -1;
  let hasLetters = false;
  return (at) => {
    if (at > end) {
      const next = text.indexOf('\n', at);
      end = next === -1 ? text.length : next;
      hasLetters = rightToLeft.test(text.slice(text.lastIndexOf('\n', at) + 1, end));
    }
    return hasLetters;
  };
}
