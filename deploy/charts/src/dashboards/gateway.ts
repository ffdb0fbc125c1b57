import { each, mostBy, of, quantileBy, rateBy, sumBy } from './queries.ts';
import type { DashboardSpec } from './panel.ts';
import { failures } from './shared-panels.ts';

export const gateway: DashboardSpec = {
  name: 'gateway',
  title: 'Gateway',
  panels: [
    failures,
    {
      title: 'Reads slower than half a second',
      about: 'Without event streams, downloads and reports; the objective allows 1 % over 30 days.',
      unit: 'percentunit',
      queries: [
        { expr: of('assay:http_slow_reads:ratio_rate5m'), name: '5 minutes' },
        { expr: of('assay:http_slow_reads:ratio_rate6h'), name: '6 hours' },
      ],
    },
    {
      title: 'Answers by status',
      about: '429 is the rate limit, 503 comes with Retry-After.',
      unit: 'reqps',
      queries: [each('status', rateBy('status', 'assay_http_requests_total'))],
    },
    {
      title: 'Routes that fail',
      about: 'Answers with a 5xx.',
      unit: 'reqps',
      queries: [
        {
          expr: rateBy('method, route, status', 'assay_http_requests_total', 'status=~"5.."'),
          name: '{{method}} {{route}} {{status}}',
        },
      ],
    },
    {
      title: 'Slowest routes',
      about: 'The ten routes whose 95th percentile is highest.',
      unit: 's',
      queries: [
        {
          expr: `topk(10, ${quantileBy(0.95, 'method, route', 'assay_http_request_duration_seconds')})`,
          name: '{{method}} {{route}}',
        },
      ],
    },
    {
      title: 'Circuits that are open',
      about: '1 while calls to a service are refused without being made.',
      unit: 'short',
      queries: [each('back_end', mostBy('back_end', 'assay_circuit_open'))],
    },
    {
      title: 'Cache hits',
      about: 'The part of lookups that a cache knew: credentials in the gateway, tokens in the services.',
      unit: 'percentunit',
      queries: [
        {
          expr: `${rateBy('process, cache', 'assay_cache_lookups_total', 'outcome="hit"')} / ${rateBy('process, cache', 'assay_cache_lookups_total')}`,
          name: '{{process}}: {{cache}}',
        },
      ],
    },
    {
      title: 'Calls that wait for an answer',
      about: 'Of all processes, by the service they call.',
      unit: 'short',
      queries: [
        {
          expr: sumBy('process, callee', 'assay_exchange_calls_in_flight'),
          name: '{{process}} to {{callee}}',
        },
      ],
    },
  ],
};
