import { each, mostBy, of, quantileBy, rateBy, sumBy } from './queries.ts';
import type { DashboardSpec } from './panel.ts';
import { dependencies } from './shared-panels.ts';

export const services: DashboardSpec = {
  name: 'services',
  title: 'Services',
  panels: [
    {
      title: 'Calls answered',
      about: 'By process.',
      unit: 'reqps',
      queries: [each('process', rateBy('process', 'assay_rpcs_total'))],
    },
    {
      title: 'Calls not answered with OK',
      about: 'UNAVAILABLE: a server is away. INTERNAL: a fault of ours. Others are refusals.',
      unit: 'reqps',
      queries: [
        { expr: rateBy('process, code', 'assay_rpcs_total', 'code!="OK"'), name: '{{process}} {{code}}' },
      ],
    },
    {
      title: 'Slowest rpcs',
      about: 'The ten whose 95th percentile is highest.',
      unit: 's',
      queries: [each('rpc', `topk(10, ${quantileBy(0.95, 'rpc', 'assay_rpc_duration_seconds')})`)],
    },
    {
      title: 'Rpcs that fail',
      about: 'Answered with INTERNAL; the error is in the log of the process.',
      unit: 'reqps',
      queries: [each('rpc', rateBy('rpc', 'assay_rpcs_total', 'code="INTERNAL"'))],
    },
    {
      title: 'Replicas known to callers',
      about: 'What is away for long is a replica that a caller cannot reach.',
      unit: 'short',
      queries: [
        {
          expr: mostBy('process, callee, state', 'assay_exchange_backends'),
          name: '{{process}} to {{callee}}: {{state}}',
        },
      ],
    },
    {
      title: 'Streams that carry calls',
      about: 'Open at a process, by who opened them.',
      unit: 'short',
      queries: [
        { expr: sumBy('process, caller', 'assay_exchange_streams'), name: '{{caller}} at {{process}}' },
      ],
    },
    dependencies,
    {
      title: 'Stops that took too long',
      about: 'Closing steps that did not end in their time, in the last hour; `process` was ended by force.',
      unit: 'short',
      queries: [
        {
          expr: `sum by (process, step) (increase(${of('assay_stop_overruns_total')}[1h]))`,
          name: '{{process}}: {{step}}',
        },
      ],
    },
  ],
};
