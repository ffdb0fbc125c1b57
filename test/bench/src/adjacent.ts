/** What one round of one contender came to; every figure is per request, in microseconds of CPU. */
export interface Round {
  readonly requestsPerSecond: number;
  readonly cpuMicroseconds: Readonly<Record<string, number>>;
}

/**
 * Measures every contender once per round, one right after the other, since the speed of one machine varies twofold between
 * minutes: only figures of the same round are compared. Before them come rounds that warm up and are not counted.
 */
export async function measureAdjacent<Name extends string, Figures>(
  contenders: Readonly<Record<Name, () => Promise<Figures>>>,
  rounds: number,
  warmUps = 1,
): Promise<Readonly<Record<Name, readonly Figures[]>>> {
  const entries = Object.entries(contenders) as [Name, () => Promise<Figures>][];
  const measured = Object.fromEntries(entries.map(([name]) => [name, [] as Figures[]])) as Record<
    Name,
    Figures[]
  >;
  for (let round = -warmUps; round < rounds; round += 1) {
    for (const [name, measure] of entries) {
      const result = await measure();
      if (round >= 0) measured[name].push(result);
    }
  }
  return measured;
}

/** CPU of one process in every round of a contender. */
export function cpuOf(rounds: readonly Pick<Round, 'cpuMicroseconds'>[], process: string): number[] {
  return rounds.map(({ cpuMicroseconds }) => cpuMicroseconds[process] ?? Number.NaN);
}

/** CPU of all processes a request passes, in every round of a contender. */
export function cpuOfPath(rounds: readonly Round[]): number[] {
  return rounds.map(({ cpuMicroseconds }) =>
    Object.values(cpuMicroseconds).reduce((sum, microseconds) => sum + microseconds, 0),
  );
}

export function ratiosOf(of: readonly number[], to: readonly number[]): number[] {
  return of.map((value, round) => value / (to[round] ?? Number.NaN));
}

/** The median and, in parentheses, the least and the most; a dash where nothing was measured. */
export function spread(values: readonly number[], digits: number): string {
  if (values.every(Number.isNaN)) return '–';
  const sorted = values.toSorted((a, b) => a - b);
  const [least = Number.NaN] = sorted;
  const most = sorted.at(-1) ?? Number.NaN;
  return `${median(values).toFixed(digits)} (${least.toFixed(digits)} to ${most.toFixed(digits)})`;
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
