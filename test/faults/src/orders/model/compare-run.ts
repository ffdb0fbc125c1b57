import { differ } from './differ.ts';
import type { Owned } from './differ.ts';
import { runPriceCents } from './state.ts';
import type { ModelRun, State } from './state.ts';

export interface RunView {
  readonly ledger: Owned;
  readonly status: 'active' | 'completed' | 'canceled' | 'failed' | 'gone';
  /** True for an unverified run whose coverage is 0. */
  readonly isUnexamined: boolean;
}

/** Lists the differences between a run and what the services show of it. */
export function compareRun(name: string, state: State, { run, view }: ComparedRun): string[] {
  if (view === undefined) return [`${name} is not known to the client`];
  const isCharged = view.ledger.spentCents > 0;
  const held = differ(`held by ${name}`, view.ledger.heldCents, 0);
  const charge = (isExpected: boolean): string[] =>
    differ(`spent by ${name}`, view.ledger.spentCents, isExpected ? runPriceCents : 0);
  // A run of a deleted project goes after it completed or failed. An unverified one in which nothing could be examined is free (N110).
  if (view.status === 'gone')
    return [...held, ...charge(isCharged && (run.state === 'completed' || run.state === 'active'))];
  const isPaid = view.status === 'completed' && !view.isUnexamined;
  const isFileDeleted = run.file !== undefined && state.files[run.file]?.isDeleted === true;
  // The run may have ended before the deletion of its file, which fails it.
  const mayFail = isFileDeleted || state.isProjectDeleted;
  const ends = run.state === 'active' ? ['completed', ...(mayFail ? ['failed'] : [])] : [run.state];
  const end = ends.includes(view.status) ? view.status : (ends[0] ?? '');
  return [...held, ...differ(`status of ${name}`, view.status, end), ...charge(isPaid)];
}

interface ComparedRun {
  readonly run: ModelRun;
  readonly view: RunView | undefined;
}
