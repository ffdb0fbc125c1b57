/** `copy`: one content. `changed`: one content, changed. `different`: two contents. */
export type PairRelation = 'copy' | 'changed' | 'different';

/** The removals of one kind of pair. */
export interface KindRemovals {
  readonly relation: PairRelation;
  readonly pairs: number;
  /** Pairs that the features alone would remove, as version 1.0 of the pipelines did. */
  readonly before: number;
  /** Pairs of which a file is removed after their content was compared. */
  readonly after: number;
  /** Pairs that are listed and stay. */
  readonly listed: number;
  /** Pairs of which a file is removed with `removeChangedCopies`. */
  readonly onRequest: number;
}

export type Removals = Readonly<Record<string, KindRemovals>>;

/** The verdict about one pair. */
export interface PairVerdict {
  readonly before: boolean;
  readonly after: boolean;
  readonly listed: boolean;
  readonly onRequest: boolean;
}

/** Counts the verdicts by kind. */
export function createRemovalCounts() {
  const counts: Record<string, KindRemovals> = {};
  return {
    add(
      { kind, relation }: { readonly kind: string; readonly relation: PairRelation },
      verdict: PairVerdict,
    ): void {
      const { pairs = 0, before = 0, after = 0, listed = 0, onRequest = 0 } = counts[kind] ?? {};
      counts[kind] = {
        relation,
        pairs: pairs + 1,
        before: before + Number(verdict.before),
        after: after + Number(verdict.after),
        listed: listed + Number(verdict.listed),
        onRequest: onRequest + Number(verdict.onRequest),
      };
    },
    read: (): Removals => counts,
  };
}

/** Returns the share of the pairs of a relation that have a verdict. */
export function measureShare(removals: Removals, relation: PairRelation, verdict: keyof PairVerdict): number {
  const kinds = Object.values(removals).filter((kind) => kind.relation === relation);
  const sum = (field: keyof PairVerdict | 'pairs'): number =>
    kinds.reduce((total, kind) => total + kind[field], 0);
  return sum(verdict) / Math.max(1, sum('pairs'));
}

/** Describes the removals as lines of a table. Intervals are those of Wilson at 95 %. */
export function describeRemovals(removals: Removals): string {
  const lines = Object.entries(removals).map(([kind, { relation, pairs, ...counts }]) =>
    [
      kind.padEnd(24),
      relation.padEnd(9),
      pairs.toString().padStart(5),
      ...(['before', 'after', 'listed', 'onRequest'] as const).map((field) =>
        describeShare(counts[field], pairs),
      ),
    ].join('  '),
  );
  const columns = ['removed before', 'removed after', 'listed', 'removed on request'].map((name) =>
    name.padEnd(20),
  );
  return [['kind'.padEnd(24), 'pairs are', 'pairs', ...columns].join('  '), ...lines].join('\n');
}

function describeShare(count: number, total: number): string {
  const [low, high] = measureInterval(count, total);
  return `${count.toString()} (${(100 * low).toFixed(0)} to ${(100 * high).toFixed(0)} %)`.padEnd(20);
}

const quantile = 1.96;

/** Returns the interval of a share (Wilson 1927). */
function measureInterval(count: number, total: number): readonly [low: number, high: number] {
  const share = count / total;
  const spread = quantile * Math.sqrt((share * (1 - share)) / total + quantile ** 2 / (4 * total ** 2));
  const middle = share + quantile ** 2 / (2 * total);
  const scale = 1 + quantile ** 2 / total;
  return [Math.max(0, (middle - spread) / scale), Math.min(1, (middle + spread) / scale)];
}
