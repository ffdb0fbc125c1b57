import { each, mostBy, of, rateBy } from './queries.ts';
import type { DashboardSpec } from './panel.ts';
import { failures, dependencies, waiting, ledgerLag } from './shared-panels.ts';

export const overview: DashboardSpec = {
  name: 'overview',
  title: 'Overview',
  panels: [
    {
      title: 'Requests per second',
      about: 'Requests that all gateways answer.',
      unit: 'reqps',
      isNumber: true,
      queries: [{ expr: rateBy('namespace', 'assay_http_requests_total'), name: 'requests' }],
    },
    {
      title: 'Dead letters',
      about: 'Events that no consumer could handle and that wait for an operator.',
      unit: 'short',
      isNumber: true,
      queries: [
        {
          expr: `sum(${mostBy('namespace, consumer', 'assay_dead_letters')})`,
          name: 'dead letters',
        },
      ],
    },
    {
      title: 'Oldest work',
      about: 'Age of the oldest waiting work of all consumers.',
      unit: 's',
      isNumber: true,
      queries: [{ expr: mostBy('namespace', 'assay_work_age_seconds'), name: 'age' }],
    },
    {
      title: 'Certificates expire',
      about: 'Days until the first certificate between processes expires. Empty when they do not use TLS.',
      unit: 'dtdurations',
      isNumber: true,
      queries: [
        {
          expr: `min by (certificate) (${of('assay_certificate_expiry_timestamp_seconds')}) - time()`,
          name: '{{certificate}}',
        },
      ],
    },
    failures,
    dependencies,
    waiting,
    ledgerLag,
    {
      title: 'Replicas',
      about: 'Processes that are scraped.',
      unit: 'short',
      queries: [each('process', `count by (process) (${of('process_start_time_seconds')})`)],
    },
    {
      title: 'CPU',
      about: 'Processor seconds per second.',
      unit: 'short',
      queries: [each('process', rateBy('process', 'process_cpu_seconds_total'))],
    },
    {
      title: 'Memory',
      about: 'Maximum of the replicas of each process.',
      unit: 'bytes',
      queries: [each('process', mostBy('process', 'process_resident_memory_bytes'))],
    },
    {
      title: 'Event loop lag',
      about: 'Maximum of the replicas of each process (99th percentile).',
      unit: 's',
      queries: [each('process', mostBy('process', 'nodejs_eventloop_lag_p99_seconds'))],
    },
  ],
};
