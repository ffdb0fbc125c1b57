import type { Box } from '@assay/media/pdf/marks/geometry';

/** A smaller gap joins characters to a word, in heights of a character. */
export const wordGap = 0.25;

/** Returns true where a character begins a word or a line, given the box of the character before it. */
export function startsWord(last: Box, next: Box): boolean {
  const height = measureHeight(last);
  return Math.abs(next.bottom - last.bottom) > height || Math.abs(next.left - last.right) > wordGap * height;
}

/** Returns a height that can divide. */
export function measureHeight({ top, bottom }: Box): number {
  return Math.max(0.1, bottom - top);
}
