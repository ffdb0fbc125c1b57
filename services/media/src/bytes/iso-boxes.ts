/** A box of an ISO base media or QuickTime file (ISO/IEC 14496-12 §4.2). */
export interface IsoBox {
  /** Four characters, Latin-1. */
  readonly name: string;
  /** Where its content begins and ends. */
  readonly start: number;
  readonly end: number;
}

/** The boxes that follow each other in a stretch of a file, at most so many, up to the first that does not fit there. */
export function isoBoxes(
  bytes: Buffer,
  { start, end: to }: Pick<IsoBox, 'start' | 'end'>,
  most: number,
): IsoBox[] {
  const boxes: IsoBox[] = [];
  for (let at = start; at + 8 <= to && boxes.length < most;) {
    const small = bytes.readUInt32BE(at);
    const isLarge = small === 1 && at + 16 <= to;
    const size = isLarge ? Number(bytes.readBigUInt64BE(at + 8)) : small === 0 ? to - at : small;
    const head = isLarge ? 16 : 8;
    if (size < head || at + size > to) break;
    boxes.push({ name: bytes.toString('latin1', at + 4, at + 8), start: at + head, end: at + size });
    at += size;
  }
  return boxes;
}
