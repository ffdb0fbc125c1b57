import { mostBy, of } from './queries.ts';
import type { PanelSpec } from './panel.ts';

export const failures: PanelSpec = {
  title: 'Failing requests',
  about: 'Share of requests with a 5xx. The objective allows 0.1 % over 30 days.',
  unit: 'percentunit',
  queries: [
    { expr: of('assay:http_failures:ratio_rate5m'), name: '5 minutes' },
    { expr: of('assay:http_failures:ratio_rate6h'), name: '6 hours' },
  ],
};

export const dependencies: PanelSpec = {
  title: 'Available servers',
  about: '1 while the server answers at least one replica of the process. Includes external servers.',
  unit: 'short',
  queries: [
    { expr: mostBy('process, dependency', 'assay_dependency_up'), name: '{{process}}: {{dependency}}' },
  ],
};

export const waiting: PanelSpec = {
  title: 'Waiting work',
  about: 'Events in the queue of a consumer and stored retries that are due. Autoscalers use this metric.',
  unit: 'short',
  queries: [{ expr: mostBy('consumer, place', 'assay_work_waiting'), name: '{{consumer}} ({{place}})' }],
};

export const ledgerLag: PanelSpec = {
  title: 'Age of unrecorded entries',
  about: 'How long the oldest entry has waited in its account for the ledger.',
  unit: 's',
  queries: [{ expr: mostBy('namespace', 'assay_ledger_lag_seconds'), name: 'ledger' }],
};
