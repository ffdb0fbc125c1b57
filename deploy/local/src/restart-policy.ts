export type Decision = { kind: 'restart'; afterMs: number } | { kind: 'give-up' };

const WINDOW_MS = 60_000;
const MAX_RESTARTS = 5;
const FIRST_DELAY_MS = 200;

/**
 * What to do about a process that has just died again: restart with a delay that doubles, at most five times a minute.
 * @param deaths when it died, in epoch milliseconds, the latest last
 */
export function decideRestart(deaths: readonly number[]): Decision {
  const latest = deaths.at(-1) ?? 0;
  const recent = deaths.filter((death) => death > latest - WINDOW_MS).length;
  if (recent > MAX_RESTARTS) return { kind: 'give-up' };
  return { kind: 'restart', afterMs: FIRST_DELAY_MS * 2 ** Math.max(0, recent - 1) };
}
