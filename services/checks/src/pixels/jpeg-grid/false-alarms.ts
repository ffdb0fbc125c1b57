/**
 * A bound of the log10 probability that of `trials` votes at least `hits` fall to what each falls to by `chance`, by Hoeffding
 * (1963): never too small, and valid where the chances of the votes differ about that mean.
 */
export function chanceOfVotes(hits: number, trials: number, chance: number): number {
  if (trials === 0 || hits / trials <= chance) return 0;
  const share = hits / trials;
  const missed = share === 1 ? 0 : (1 - share) * Math.log((1 - share) / (1 - chance));
  return (-trials * (share * Math.log(share / chance) + missed)) / Math.LN10;
}

/** Log10 of how many areas there are to test among so many cells: where they begin and how large they are. */
export function testsAmong(cells: number): number {
  return 1.5 * Math.log10(cells);
}
