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
      about: 'Entries of accounts by type. Each hold ends as a charge or a release.',
      unit: 'ops',
      queries: [each('type', rateBy('type', 'assay_ledger_entries_total'))],
    },
    {
      title: 'Euros posted per hour',
      about: 'Absolute amounts by type.',
      unit: 'currencyEUR',
      queries: [each('type', `36 * ${rateBy('type', 'assay_ledger_cents_total')}`)],
    },
    {
      title: 'Failing calls to billing',
      about: 'Answers other than OK by rpc.',
      unit: 'reqps',
      queries: [
        {
          expr: rateBy('rpc, code', 'assay_rpcs_total', 'process="billing",code!="OK"'),
          name: '{{rpc}} {{code}}',
        },
      ],
    },
    {
      title: 'Waiting work of billing',
      about: 'Ended runs that are not charged or released yet, and other events.',
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
      about: 'Their work is not done until an operator redelivers them.',
      unit: 'short',
      queries: [each('consumer', mostBy('consumer', 'assay_dead_letters', 'consumer=~"billing__.*"'))],
    },
  ],
};
