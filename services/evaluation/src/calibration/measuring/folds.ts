import { createHash } from 'node:crypto';

interface Sourced {
  readonly source: string;
}

export interface Fold<T> {
  readonly fitted: readonly T[];
  readonly judged: readonly T[];
}

const seed = 'calibration 1';

/**
 * Two halves of about the same size, each judged by what was fitted on the other. Everything of one source lies in the same
 * half; the largest sources are placed first, in an order drawn by seed where they are equal.
 */
export function foldsBySource<T extends Sourced>(samples: readonly T[]): readonly Fold<T>[] {
  const sources = [...Map.groupBy(samples, ({ source }) => source)];
  const ordered = sources.toSorted(
    ([a, p], [b, q]) => q.length - p.length || drawn(a).localeCompare(drawn(b)),
  );
  const halves: [T[], T[]] = [[], []];
  for (const [, files] of ordered)
    (halves[0].length <= halves[1].length ? halves[0] : halves[1]).push(...files);
  return [
    { fitted: halves[0], judged: halves[1] },
    { fitted: halves[1], judged: halves[0] },
  ];
}

function drawn(source: string): string {
  return createHash('sha256').update(`${seed} ${source}`).digest('hex');
}
