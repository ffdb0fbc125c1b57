import { mostBy, of } from './queries.ts';
import type { PanelSpec } from './panel.ts';

export const failures: PanelSpec = {
  title: 'Requests that fail',
  about: 'The part of requests answered with a 5xx; the objective allows 0.1 % over 30 days.',
  unit: 'percentunit',
  queries: [
    { expr: of('assay:http_failures:ratio_rate5m'), name: '5 minutes' },
    { expr: of('assay:http_failures:ratio_rate6h'), name: '6 hours' },
  ],
};

export const dependencies: PanelSpec = {
  title: 'Servers that answer',
  about: '1 while any replica of a process is answered by a server it leans on, those of others included.',
  unit: 'short',
  queries: [
    { expr: mostBy('process, dependency', 'assay_dependency_up'), name: '{{process}}: {{dependency}}' },
  ],
};

export const waiting: PanelSpec = {
  title: 'Work that waits',
  about: 'Events in the queue of a consumer, and stored retries that are due. Workers are scaled by it.',
  unit: 'short',
  queries: [{ expr: mostBy('consumer, place', 'assay_work_waiting'), name: '{{consumer}} ({{place}})' }],
};

export const ledgerLag: PanelSpec = {
  title: 'Age of unrecorded money',
  about: 'How long the oldest entry has waited in its account to be in the ledger.',
  unit: 's',
  queries: [{ expr: mostBy('namespace', 'assay_ledger_lag_seconds'), name: 'ledger' }],
};
