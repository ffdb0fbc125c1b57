import type { VersionCounts } from '../version/version.ts';
import type { RunEnd, RunItem } from './run.ts';

/** Ends a run whose files all have a result. It is failed only if no file could be treated. */
export function concludeRun(items: readonly RunItem[]): RunEnd {
  const completed = items.filter(({ status }) => status === 'completed');
  if (completed.length > 0)
    return { status: 'completed', counts: countOutcomes(completed), error: undefined };
  const [first] = items;
  const error =
    items.length === 1 && first?.error !== undefined
      ? first.error
      : `None of the ${items.length.toString()} files could be treated.`;
  return { status: 'failed', counts: undefined, error };
}

/** Counts the outcomes of a cleaning pipeline; undefined for other pipelines. */
function countOutcomes(items: readonly RunItem[]): VersionCounts | undefined {
  const removed: Record<string, number> = {};
  const skipped: Record<string, number> = {};
  let unchanged = 0;
  let changed = 0;
  for (const { result = {} } of items) {
    const { outcome, reason, skipped: skippedFor } = result;
    if (outcome === 'unchanged') unchanged += 1;
    else if (outcome === 'changed') changed += 1;
    else if (outcome === 'removed') count(removed, reason);
    else return undefined;
    if (skippedFor !== undefined) count(skipped, skippedFor);
  }
  return { unchanged, changed, removed, skipped };
}

function count(counts: Record<string, number>, reason: unknown): void {
  const key = typeof reason === 'string' ? reason : 'unknown';
  counts[key] = (counts[key] ?? 0) + 1;
}
