import { each, mostBy, rateBy } from './queries.ts';
import type { DashboardSpec } from './panel.ts';
import { ledgerLag } from './shared-panels.ts';

export const money: DashboardSpec = {
  name: 'money',
  title: 'Money',
  panels: [
    ledgerLag,
    {
      title: 'Entries posted',
      about: 'Into accounts, by type. Each hold ends as a charge or a release.',
      unit: 'ops',
      queries: [each('type', rateBy('type', 'assay_ledger_entries_total'))],
    },
    {
      title: 'Euros posted per hour',
      about: 'By type and without sign.',
      unit: 'currencyEUR',
      queries: [each('type', `36 * ${rateBy('type', 'assay_ledger_cents_total')}`)],
    },
    {
      title: 'Calls to billing that fail',
      about: 'Answers other than OK, by rpc.',
      unit: 'reqps',
      queries: [
        {
          expr: rateBy('rpc, code', 'assay_rpcs_total', 'process="billing",code!="OK"'),
          name: '{{rpc}} {{code}}',
        },
      ],
    },
    {
      title: 'Work that waits for billing',
      about: 'Runs that ended and are not yet charged or released, and what else it was told.',
      unit: 'short',
      queries: [
        {
          expr: mostBy('consumer, place', 'assay_work_waiting', 'consumer=~"billing__.*"'),
          name: '{{consumer}} ({{place}})',
        },
      ],
    },
    {
      title: 'Dead letters of billing',
      about: 'What they ask for is not done until somebody sends them again.',
      unit: 'short',
      queries: [each('consumer', mostBy('consumer', 'assay_dead_letters', 'consumer=~"billing__.*"'))],
    },
  ],
};
