export interface Example {
  readonly features: readonly number[];
  readonly isPositive: boolean;
  readonly weight: number;
}

export interface LogisticModel {
  readonly centre: number[];
  readonly scale: number[];
  readonly weights: number[];
  readonly intercept: number;
}

const rounds = 6000;
const learningRate = 0.3;

export interface FitOptions {
  /** L2 penalty on the weights. */
  readonly penalty: number;
  /** Sign each weight may have, where reason knows it: a chance correlation must not turn evidence around. */
  readonly signs?: readonly (1 | -1)[];
}

/** Weighted logistic regression on standardised features, by projected gradient descent. */
export function fitLogistic(examples: readonly Example[], { penalty, signs }: FitOptions): LogisticModel {
  const columns = examples[0]?.features.length ?? 0;
  const total = examples.reduce((sum, { weight }) => sum + weight, 0);
  const centre = columnwise(columns, (i) => mean(examples.map(({ features }) => features[i] ?? 0)));
  const scale = columnwise(columns, (i) => {
    const values = examples.map(({ features }) => ((features[i] ?? 0) - (centre[i] ?? 0)) ** 2);
    return Math.sqrt(mean(values)) || 1;
  });
  const rows = examples.map(({ features }) =>
    features.map((value, i) => (value - (centre[i] ?? 0)) / (scale[i] ?? 1)),
  );
  const weights = new Array<number>(columns).fill(0);
  let intercept = 0;
  for (let round = 0; round < rounds; round++) {
    const errors = rows.map((row, r) => {
      const score = row.reduce((sum, value, i) => sum + value * (weights[i] ?? 0), intercept);
      const example = examples[r];
      return example === undefined
        ? 0
        : (example.weight / total) * (1 / (1 + Math.exp(-score)) - Number(example.isPositive));
    });
    intercept -= learningRate * errors.reduce((sum, error) => sum + error, 0);
    for (let i = 0; i < columns; i++) {
      const slope = rows.reduce((sum, row, r) => sum + (row[i] ?? 0) * (errors[r] ?? 0), 0);
      const next = (weights[i] ?? 0) - learningRate * (slope + penalty * (weights[i] ?? 0));
      const sign = signs?.[i];
      weights[i] = sign !== undefined && next * sign < 0 ? 0 : next;
    }
  }
  return { centre, scale, weights, intercept };
}

function columnwise(columns: number, of: (column: number) => number): number[] {
  return Array.from({ length: columns }, (_, i) => of(i));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
