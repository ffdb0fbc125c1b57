/** The differences of two images by blocks. */
export interface BlockDifferences {
  /** The difference of each block, row by row, in units of the difference that is expected of a copy. */
  readonly values: readonly number[];
  readonly blocksPerRow: number;
  /** Correlation of the details, from -1 to 1. */
  readonly correlation: number;
}

/** The blocks in which two images differ. */
export interface FoundStamp {
  readonly blocks: number;
  /** The mean difference of the other blocks. */
  readonly meanDifference: number;
}

/** Units of difference beyond which a block is a different one. A change of brightness and another crop leave more than coding does. */
const maxBlockDifference = 4.5;
const maxMeanDifference = 1.8;
/** Shares of the blocks that may differ, and of the area that they may be spread over. */
const maxStampShare = 0.14;
const maxStampArea = 0.3;
const minCorrelation = 0.85;

/** Returns the blocks of a stamp, or none, if all others show the same; undefined if the images show something else. */
export function findStamp({ values, blocksPerRow, correlation }: BlockDifferences): FoundStamp | undefined {
  const different = values.flatMap((value, at) => (value > maxBlockDifference ? [at] : []));
  const others = values.filter((value) => value <= maxBlockDifference);
  if (different.length > maxStampShare * values.length) return undefined;
  const meanDifference = Math.sqrt(others.reduce((sum, value) => sum + value ** 2, 0) / others.length);
  if (meanDifference > maxMeanDifference || (different.length === 0 && correlation < minCorrelation))
    return undefined;
  if (different.length > 0 && measureArea(different, blocksPerRow) > maxStampArea * values.length)
    return undefined;
  return { blocks: different.length, meanDifference };
}

/** Returns the blocks of the rectangle around the blocks. */
function measureArea(blocks: readonly number[], blocksPerRow: number): number {
  const columns = blocks.map((at) => at % blocksPerRow);
  const rows = blocks.map((at) => Math.floor(at / blocksPerRow));
  const span = (places: readonly number[]): number => Math.max(...places) - Math.min(...places) + 1;
  return span(columns) * span(rows);
}
