/** A place where a quantity that hardly varied goes to another value and stays there. */
export interface LastingStep {
  /** Index of the first value after the step. */
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/** Values on each side of a step that must agree with each other. */
export const side = 3;
/** How much those of one side may differ, as a share of the step. */
const mostSpread = 1 / 3;

/** Every step of at least `leastStep`, the largest of those that overlap. */
export function lastingSteps(values: readonly number[], leastStep: number): LastingStep[] {
  const steps: LastingStep[] = [];
  for (let at = side; at + side <= values.length; at++) {
    const before = values.slice(at - side, at);
    const after = values.slice(at, at + side);
    const step = { at, from: mean(before), to: mean(after) };
    const size = sizeOf(step);
    if (size < leastStep || Math.max(spread(before), spread(after)) > mostSpread * size) continue;
    const last = steps.at(-1);
    if (last === undefined || at - last.at >= side) steps.push(step);
    else if (size > sizeOf(last)) steps[steps.length - 1] = step;
  }
  return steps;
}

const sizeOf = ({ from, to }: LastingStep): number => Math.abs(to - from);
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
const spread = (values: readonly number[]): number => Math.max(...values) - Math.min(...values);
