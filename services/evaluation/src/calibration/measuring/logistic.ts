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

const rounds = 4000;
const learningRate = 0.5;

export interface FitOptions {
  /** L2 penalty on the weights. */
  readonly penalty: number;
  /** Sign each weight may have, where reason knows it: a chance correlation must not turn evidence around. */
  readonly signs?: readonly (1 | -1)[];
}

/** Weighted logistic regression on standardised features, by projected gradient descent. */
export function fitLogistic(examples: readonly Example[], { penalty, signs }: FitOptions): LogisticModel {
  const columns = examples[0]?.features.length ?? 0;
  const { centre, scale } = spreadOf(examples, columns);
  const rows = Float64Array.from(
    examples.flatMap(({ features }) =>
      features.map((value, i) => (value - (centre[i] ?? 0)) / (scale[i] ?? 1)),
    ),
  );
  const total = examples.reduce((sum, { weight }) => sum + weight, 0);
  const shares = Float64Array.from(examples, ({ weight }) => weight / total);
  const labels = Float64Array.from(examples, ({ isPositive }) => Number(isPositive));
  const model = new Float64Array(columns + 1);
  const gradient = new Float64Array(columns + 1);
  for (let round = 0; round < rounds; round++) {
    slopeOf({ rows, shares, labels }, model, gradient.fill(0));
    model[columns] = (model[columns] ?? 0) - learningRate * (gradient[columns] ?? 0);
    for (let i = 0; i < columns; i++) {
      const weight = model[i] ?? 0;
      const next = weight - learningRate * ((gradient[i] ?? 0) + penalty * weight);
      const sign = signs?.[i];
      model[i] = sign !== undefined && next * sign < 0 ? 0 : next;
    }
  }
  return { centre, scale, weights: [...model.subarray(0, columns)], intercept: model[columns] ?? 0 };
}

interface Rows {
  /** Standardised features, row by row. */
  readonly rows: Float64Array;
  readonly shares: Float64Array;
  readonly labels: Float64Array;
}

/** Adds the slope of the mean loss by each weight, and last by the intercept. */
function slopeOf({ rows, shares, labels }: Rows, model: Float64Array, gradient: Float64Array): void {
  const columns = model.length - 1;
  for (let row = 0; row < labels.length; row++) {
    const first = row * columns;
    let score = model[columns] ?? 0;
    for (let i = 0; i < columns; i++) score += (rows[first + i] ?? 0) * (model[i] ?? 0);
    const error = (shares[row] ?? 0) * (1 / (1 + Math.exp(-score)) - (labels[row] ?? 0));
    for (let i = 0; i < columns; i++) gradient[i] = (gradient[i] ?? 0) + (rows[first + i] ?? 0) * error;
    gradient[columns] = (gradient[columns] ?? 0) + error;
  }
}

function spreadOf(examples: readonly Example[], columns: number): Pick<LogisticModel, 'centre' | 'scale'> {
  const indices = Array.from({ length: columns }, (_, i) => i);
  const centre = indices.map((i) => mean(examples.map(({ features }) => features[i] ?? 0)));
  const scale = indices.map((i) => {
    const squares = examples.map(({ features }) => ((features[i] ?? 0) - (centre[i] ?? 0)) ** 2);
    return Math.sqrt(mean(squares)) || 1;
  });
  return { centre, scale };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
