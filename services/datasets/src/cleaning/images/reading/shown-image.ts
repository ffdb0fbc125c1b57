/** An upright image in sRGB, small enough to hold: 1 to 4 channels of 8 bits, row by row. */
export interface ShownImage {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 2 | 3 | 4;
}

/** Side in pixels that images are decoded to before they are measured. */
export const shownSide = 512;
