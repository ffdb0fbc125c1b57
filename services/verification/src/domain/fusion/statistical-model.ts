/**
 * Regularized logistic regression over the calibrated log10 ratios of statistical checks, because pixel traces are
 * correlated and their plain sum would count one trace several times. Weights are never negative: more evidence for
 * manipulation must not make it less likely.
 */
export interface StatisticalModel {
  readonly version: string;
  /** log10 odds added when at least one statistical check worked. */
  readonly intercept: number;
  /** log10 odds added for each statistical check that worked. */
  readonly perApplicableCheck: number;
  /** Weight by check; a check that is not listed was not part of the fit and weighs nothing. */
  readonly weights: Readonly<Record<string, number>>;
}

/** With one statistical check there is nothing to fit: its own calibrated ratio is taken as it is. */
export const statisticalModel: StatisticalModel = {
  version: '1',
  intercept: 0,
  perApplicableCheck: 0,
  weights: { 'copy-move': 1 },
};
