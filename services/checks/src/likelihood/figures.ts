/** Probability that a random positive scores above a random negative; ties count half. */
export function areaUnderCurve(positives: readonly number[], negatives: readonly number[]): number {
  let above = 0;
  for (const positive of positives) {
    for (const negative of negatives) above += positive > negative ? 1 : positive === negative ? 0.5 : 0;
  }
  return above / (positives.length * negatives.length);
}

/** One-sided 95 % upper bound of a proportion after `events` in `trials` (Clopper and Pearson 1934), by bisection. */
export function clopperPearsonUpper(events: number, trials: number): number {
  return boundAbove(events, trials, 0.05);
}

/** @param tail probability that the bound is too low */
function boundAbove(events: number, trials: number, tail: number): number {
  if (events >= trials) return 1;
  let low = events / trials;
  let high = 1;
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (atMost(events, trials, middle) > tail) low = middle;
    else high = middle;
  }
  return high;
}

/** One-sided 95 % lower bound of a proportion after `events` in `trials` (Clopper and Pearson 1934). */
export function clopperPearsonLower(events: number, trials: number): number {
  return 1 - clopperPearsonUpper(trials - events, trials);
}

/** Two-sided 95 % interval of a proportion after `events` in `trials` (Clopper and Pearson 1934). */
export function clopperPearsonInterval(events: number, trials: number): readonly [number, number] {
  const tail = 0.025;
  return [1 - boundAbove(trials - events, trials, tail), boundAbove(events, trials, tail)];
}

function atMost(events: number, trials: number, probability: number): number {
  let sum = 0;
  let logChoose = 0;
  for (let k = 0; k <= events; k++) {
    sum += Math.exp(logChoose + k * Math.log(probability) + (trials - k) * Math.log1p(-probability));
    logChoose += Math.log((trials - k) / (k + 1));
  }
  return sum;
}

/** Log-likelihood-ratio cost (Brümmer and du Preez 2006) of log10 ratios; 1 is a check that says nothing. */
export function logRatioCost(positives: readonly number[], negatives: readonly number[]): number {
  const cost = (llr: number): number => Math.log2(1 + 10 ** -llr);
  const ofPositives = positives.reduce((sum, llr) => sum + cost(llr), 0) / positives.length;
  const ofNegatives = negatives.reduce((sum, llr) => sum + cost(-llr), 0) / negatives.length;
  return (ofPositives + ofNegatives) / 2;
}
