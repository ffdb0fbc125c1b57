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
      about: 'Without event streams, downloads and reports. The objective allows 1 % over 30 days.',
      unit: 'percentunit',
      queries: [
        { expr: of('assay:http_slow_reads:ratio_rate5m'), name: '5 minutes' },
        { expr: of('assay:http_slow_reads:ratio_rate6h'), name: '6 hours' },
      ],
    },
    {
      title: 'Responses by status',
      about: '429: the rate limit. 503: a service or server is unavailable.',
      unit: 'reqps',
      queries: [each('status', rateBy('status', 'assay_http_requests_total'))],
    },
    {
      title: 'Failing routes',
      about: 'Responses with a 5xx.',
      unit: 'reqps',
      queries: [
        {
          expr: rateBy('method, route, status', 'assay_http_requests_total', 'status=~"5.."'),
          name: '{{method}} {{route}} {{status}}',
        },
      ],
    },
    {
      title: 'Disconnected clients',
      about:
        'Requests whose client disconnected before the response. A full queue or a slow route makes clients give up.',
      unit: 'reqps',
      queries: [each('route', rateBy('route', 'assay_http_cut_requests_total'))],
    },
    {
      title: 'Slowest routes',
      about: 'The ten routes with the highest 95th percentile.',
      unit: 's',
      queries: [
        {
          expr: `topk(10, ${quantileBy(0.95, 'method, route', 'assay_http_request_duration_seconds')})`,
          name: '{{method}} {{route}}',
        },
      ],
    },
    {
      title: 'Open circuits',
      about: '1 while the gateway refuses calls to a service because it fails.',
      unit: 'short',
      queries: [each('back_end', mostBy('back_end', 'assay_circuit_open'))],
    },
    {
      title: 'Cache hits',
      about:
        'The share of lookups that a cache answered: credentials in the gateway, tokens in the services.',
      unit: 'percentunit',
      queries: [
        {
          expr: `${rateBy('process, cache', 'assay_cache_lookups_total', 'outcome="hit"')} / ${rateBy('process, cache', 'assay_cache_lookups_total')}`,
          name: '{{process}}: {{cache}}',
        },
      ],
    },
    {
      title: 'Pending calls',
      about: 'Calls of all processes without an answer yet, by the called service.',
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
