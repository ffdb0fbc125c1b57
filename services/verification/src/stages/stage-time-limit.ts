/** The share of the limit of one file that each further one adds; 50 images of 12 megapixels take 50 times 0.6 s of a core. */
const shareOfFurther = 0.1;

/** No pipeline takes more files in a run. */
export const mostFiles = 50;

/** A child that waits for a busy machine uses no processor time; the clock only ends one that hangs. */
const clockPerProcessorTime = 10;
/** A stage that the clock ended is tried once more as a whole, then each of its checks alone. */
const largestTries = 3;

/** Returns the processor time that a stage over so many files may take, in milliseconds, by what it may take over one or none. */
export function stageTimeLimitMs(forOneMs: number, fileCount: number): number {
  return Math.round(forOneMs * (1 + shareOfFurther * Math.max(0, fileCount - 1)));
}

/** Returns the time of the clock after which a child that takes so much processor time is taken to hang. */
export function clockLimitMs(processorMs: number): number {
  return processorMs * clockPerProcessorTime;
}

/** Returns the longest time that the files of a stage may be needed, with every repetition. */
export function longestStageMs(forOneMs: number): number {
  return largestTries * clockLimitMs(stageTimeLimitMs(forOneMs, mostFiles));
}
