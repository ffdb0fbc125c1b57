import { seededRandom } from '@assay/checks/pixels/copy-move/matching/seeded-random';
import { keepLines, readLines } from './kept-lines.ts';

/** One line per measured file, which names the image the file was made of. */
interface MeasuredLine {
  readonly picture: string;
}

/** An image and how the files made of it are measured. */
export interface MeasuringTask<Line extends MeasuredLine> {
  readonly picture: string;
  readonly measure: () => Promise<readonly Line[]>;
}

export interface Measuring {
  /** File of one JSON line per measured file; an image it has lines of is not measured again. Null keeps nothing. */
  readonly keptIn: string | null;
  /** Measures only every nth image that is not kept, so that several processes share the work. */
  readonly part: { readonly nth: number; readonly of: number };
  readonly onProgress: (done: number, of: number) => void;
}

/** The lines kept from before and those of every other image, measured in an order drawn by seed: a part is a fair sample. */
export async function measurePictures<Line extends MeasuredLine>(
  tasks: readonly MeasuringTask<Line>[],
  { keptIn, onProgress, part }: Measuring,
): Promise<Line[]> {
  const lines = keptIn === null ? [] : await readLines<Line>(keptIn);
  const known = new Set(lines.map((line) => line.picture));
  for (const [done, task] of shuffled(tasks, 11).entries()) {
    onProgress(done, tasks.length);
    if (known.has(task.picture) || done % part.of !== part.nth - 1) continue;
    const measured = await task.measure();
    if (keptIn !== null) await keepLines(keptIn, measured);
    lines.push(...measured);
  }
  return lines;
}

function shuffled<T>(values: readonly T[], seed: number): T[] {
  const random = seededRandom(seed);
  const drawn = values.map((value) => ({ value, order: random() }));
  return drawn.toSorted((p, q) => p.order - q.order).map(({ value }) => value);
}
