import { each, mostBy, of, quantileBy, rateBy, sumBy } from './queries.ts';
import type { DashboardSpec } from './panel.ts';
import { dependencies } from './shared-panels.ts';

export const services: DashboardSpec = {
  name: 'services',
  title: 'Services',
  panels: [
    {
      title: 'Answered calls',
      about: 'By process.',
      unit: 'reqps',
      queries: [each('process', rateBy('process', 'assay_rpcs_total'))],
    },
    {
      title: 'Calls that end without OK',
      about: 'UNAVAILABLE: a server is unavailable. INTERNAL: an internal error. Other codes are refusals.',
      unit: 'reqps',
      queries: [
        { expr: rateBy('process, code', 'assay_rpcs_total', 'code!="OK"'), name: '{{process}} {{code}}' },
      ],
    },
    {
      title: 'Slowest rpcs',
      about: 'The ten rpcs with the highest 95th percentile.',
      unit: 's',
      queries: [each('rpc', `topk(10, ${quantileBy(0.95, 'rpc', 'assay_rpc_duration_seconds')})`)],
    },
    {
      title: 'Failing rpcs',
      about: 'Answers with INTERNAL. The log of the process has the error.',
      unit: 'reqps',
      queries: [each('rpc', rateBy('rpc', 'assay_rpcs_total', 'code="INTERNAL"'))],
    },
    {
      title: 'Replicas known to callers',
      about: 'A caller cannot reach a replica that stays `away`.',
      unit: 'short',
      queries: [
        {
          expr: mostBy('process, callee, state', 'assay_exchange_backends'),
          name: '{{process}} to {{callee}}: {{state}}',
        },
      ],
    },
    {
      title: 'Exchange streams',
      about: 'Open streams at a process, by the caller that opened them.',
      unit: 'short',
      queries: [
        { expr: sumBy('process, caller', 'assay_exchange_streams'), name: '{{caller}} at {{process}}' },
      ],
    },
    dependencies,
    {
      title: 'Slow stops',
      about: 'Steps of a stop that exceeded their time in the last hour. `process`: the process was killed.',
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
