import type { Judgement } from './judge.ts';

/** How far a second run of the same files agrees with the first. */
export interface SecondRun {
  readonly files: number;
  /** Group and scene of each file whose verdict is another one. */
  readonly differing: readonly string[];
  /** Between the confidences of one file. */
  readonly largestDifference: number;
}

/** Compares the judgements of a second run with those of the first; a file that the first did not judge differs. */
export function compareRuns(first: readonly Judgement[], second: readonly Judgement[]): SecondRun {
  const before = new Map(first.map((judgement) => [nameOf(judgement), judgement]));
  const differing = second.filter((one) => before.get(nameOf(one))?.verdict !== one.verdict);
  const differences = second.map((one) =>
    Math.abs(one.confidence - (before.get(nameOf(one))?.confidence ?? 0)),
  );
  return {
    files: second.length,
    differing: differing.map(nameOf),
    largestDifference: Math.max(0, ...differences),
  };
}

function nameOf({ group, scene }: Judgement): string {
  return `${group}, ${scene}`;
}
