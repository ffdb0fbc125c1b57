/** What one round of one contender came to; every figure is per request, in microseconds of CPU. */
export interface Round {
  readonly requestsPerSecond: number;
  readonly cpuMicroseconds: Readonly<Record<string, number>>;
}

export type Contender = () => Promise<Round>;
export type Rounds<Name extends string> = Readonly<Record<Name, readonly Round[]>>;

/**
 * Measures every contender once per round, one right after the other, since the speed of one machine varies twofold between
 * minutes: only figures of the same round are compared. The first round warms up and is not counted.
 */
export async function measureAdjacent<Name extends string>(
  contenders: Readonly<Record<Name, Contender>>,
  rounds: number,
): Promise<Rounds<Name>> {
  const entries = Object.entries(contenders) as [Name, Contender][];
  const measured = Object.fromEntries(entries.map(([name]) => [name, [] as Round[]])) as Record<
    Name,
    Round[]
  >;
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, measure] of entries) {
      const result = await measure();
      if (round > 0) measured[name].push(result);
    }
  }
  return measured;
}

/** CPU of one process in every round of a contender. */
export function cpuOf(rounds: readonly Round[], process: string): number[] {
  return rounds.map(({ cpuMicroseconds }) => cpuMicroseconds[process] ?? Number.NaN);
}

export function ratiosOf(of: readonly number[], to: readonly number[]): number[] {
  return of.map((value, round) => value / (to[round] ?? Number.NaN));
}

/** The median and, in parentheses, the least and the most. */
export function spread(values: readonly number[], digits: number): string {
  const sorted = values.toSorted((a, b) => a - b);
  const [least = Number.NaN] = sorted;
  const most = sorted.at(-1) ?? Number.NaN;
  return `${median(values).toFixed(digits)} (${least.toFixed(digits)} to ${most.toFixed(digits)})`;
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
