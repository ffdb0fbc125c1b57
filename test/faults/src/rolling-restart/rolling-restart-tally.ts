import type { Outcome } from './rolling-restart-load.ts';

/** What came of the load, by the process that was being restarted. */
export interface Tally {
  /** Counts what comes from now on under another name. */
  begin(phase: string): void;
  add(client: number, outcome: Outcome): void;
  /** Which requests succeeded since `mark` was called: client, then kind. */
  succeeded(): ReadonlySet<string>;
  /** Begins to watch for successes anew. */
  mark(): void;
  retryable(phase: string): number;
  wrong(): readonly string[];
  table(): string;
}

type Counts = Record<Outcome['kind'], number>;

export function createTally(): Tally {
  const phases = new Map<string, Counts>();
  const accounts: string[] = [];
  const succeeded = new Set<string>();
  let current = 'before';
  const countsOf = (phase: string): Counts => phases.get(phase) ?? { success: 0, retryable: 0, wrong: 0 };
  return {
    begin(phase) {
      current = phase;
    },
    add(client, { operation, kind, account }) {
      const counts = countsOf(current);
      phases.set(current, { ...counts, [kind]: counts[kind] + 1 });
      if (kind === 'success') succeeded.add(`${client} ${operation}`);
      if (kind === 'wrong') accounts.push(`${current}: ${operation}: ${account ?? ''}`);
    },
    succeeded: () => succeeded,
    mark: () => {
      succeeded.clear();
    },
    retryable: (phase) => countsOf(phase).retryable,
    wrong: () => accounts,
    table: () => [row('restarted', ['requests', '503', 'lost']), ...[...phases].map(rowOf)].join('\n'),
  };
}

function rowOf([phase, { success, retryable, wrong }]: [string, Counts]): string {
  return row(phase, [success + retryable + wrong, retryable, wrong]);
}

function row(name: string, cells: readonly (string | number)[]): string {
  return [name.padEnd(16), ...cells.map((cell) => String(cell).padStart(9))].join('');
}
