export type Decision = { kind: 'restart'; afterMs: number } | { kind: 'give-up' };

const windowMs = 60_000;
const maxRestarts = 5;
const firstDelayMs = 200;

/**
 * What to do about a process that has just died again: restart with a delay that doubles, at most five times a minute.
 * @param deaths when it died, in epoch milliseconds, the latest last
 */
export function decideRestart(deaths: readonly number[]): Decision {
  const latest = deaths.at(-1) ?? 0;
  const recent = deaths.filter((death) => death > latest - windowMs).length;
  if (recent > maxRestarts) return { kind: 'give-up' };
  return { kind: 'restart', afterMs: firstDelayMs * 2 ** Math.max(0, recent - 1) };
}
