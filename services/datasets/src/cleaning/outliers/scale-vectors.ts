/** Vectors one after another, with the median of each value at 0 and its usual deviation at 1. */
export interface ScaledVectors {
  readonly values: Float64Array;
  /** Values of one vector. */
  readonly length: number;
  readonly count: number;
}

const normalScale = 1.4826;

/**
 * Scales each value by its median and median absolute deviation. Where more than half of the vectors have one value, the mean
 * absolute deviation takes its place; a value that all share becomes 0.
 * @throws RangeError when lengths differ or a value is not finite
 */
export function scaleVectors(vectors: readonly (readonly number[])[]): ScaledVectors {
  const length = vectors[0]?.length ?? 0;
  const values = new Float64Array(vectors.length * length);
  for (const [index, vector] of vectors.entries()) {
    if (vector.length !== length || !vector.every(Number.isFinite)) {
      throw new RangeError(`vector ${index.toString()} has not ${length.toString()} finite values`);
    }
    values.set(vector, index * length);
  }
  for (let feature = 0; feature < length; feature += 1) scaleFeature(values, { length, feature });
  return { values, length, count: vectors.length };
}

/** Returns the median; the upper one of two. */
export function findMedian(values: Float64Array): number {
  return values.toSorted()[Math.floor(values.length / 2)] ?? 0;
}

function scaleFeature(
  values: Float64Array,
  { length, feature }: { readonly length: number; readonly feature: number },
): void {
  const column = Float64Array.from(
    { length: values.length / length },
    (_, at) => values[at * length + feature] ?? 0,
  );
  const median = findMedian(column);
  const deviations = column.map((value) => Math.abs(value - median));
  const scale =
    normalScale * findMedian(deviations) ||
    deviations.reduce((sum, value) => sum + value, 0) / deviations.length;
  for (const [at, value] of column.entries())
    values[at * length + feature] = scale === 0 ? 0 : (value - median) / scale;
}
