/** The share of the limit of one file that each further one adds; 50 pictures of 12 megapixels take 50 times 0.6 s of a core. */
const shareOfFurther = 0.1;

/** No pipeline takes more files in a run. */
export const mostFiles = 50;

/** The longest a stage over so many files may take, by what it may take over one or none. */
export function stageTimeLimitMs(forOneMs: number, fileCount: number): number {
  return Math.round(forOneMs * (1 + shareOfFurther * Math.max(0, fileCount - 1)));
}
