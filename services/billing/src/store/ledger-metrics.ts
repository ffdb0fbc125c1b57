import { createCounter } from '@assay/chassis/metrics';
import type { Metrics } from '@assay/chassis/metrics';
import type { LedgerEntry } from '../domain/ledger/ledger-entry.ts';

/** Counts what was posted into accounts, and its cents: what left a balance counts as much as what came. */
export function countEntries(metrics: Metrics): (entries: readonly LedgerEntry[]) => void {
  const labelNames = ['type'] as const;
  const posted = createCounter(metrics, {
    name: 'assay_ledger_entries_total',
    help: 'Entries posted to accounts, by type.',
    labelNames,
  });
  const cents = createCounter(metrics, {
    name: 'assay_ledger_cents_total',
    help: 'Absolute amounts of the entries posted to accounts in euro cents, by type.',
    labelNames,
  });
  return (entries) => {
    for (const { type, amountCents } of entries) {
      posted.inc({ type });
      cents.inc({ type }, Math.abs(amountCents));
    }
  };
}
