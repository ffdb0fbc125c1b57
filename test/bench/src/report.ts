import { median } from './adjacent.ts';

export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Prints rows under their head, each column as wide as its widest cell. */
export function printTable(...rows: readonly (readonly string[])[]): void {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  for (const row of rows) {
    say(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('   ')
        .trimEnd(),
    );
  }
}

/** Whether the median of the ratios is at most the goal, in words. */
export function verdict(ratios: readonly number[], goal: number): string {
  return `${median(ratios) <= goal ? 'met' : 'MISSED'} (at most ${goal})`;
}

/** The same for shares, of which the median is to be at least the goal. */
export function verdictAtLeast(shares: readonly number[], goal: number): string {
  return `${median(shares) >= goal ? 'met' : 'MISSED'} (at least ${goal.toString()})`;
}
