import { each, mostBy, quantileBy, rateBy, sumBy } from './queries.ts';
import type { DashboardSpec } from './panel.ts';

const consumers = 'consumer=~"crowd-webhooks__.*"';
const operations = 'rpc=~"/assay.webhooks.v1.*"';
const worker = 'process="crowd-webhooks"';
const attempts = 'assay_webhook_attempts_total';

export const webhooks: DashboardSpec = {
  name: 'webhooks',
  title: 'Webhooks',
  panels: [
    {
      title: 'Attempts',
      about: 'Requests to receivers. Refused: a response without success. Unreachable: no response.',
      unit: 'ops',
      queries: [each('outcome', rateBy('outcome', attempts))],
    },
    {
      title: 'Share of successful attempts',
      about: 'One failing receiver with many deliveries lowers it, although all others get their events.',
      unit: 'percentunit',
      queries: [
        {
          expr: `${rateBy('namespace', attempts, 'outcome="succeeded"')} / ${rateBy('namespace', attempts)}`,
          name: '{{namespace}}',
        },
      ],
    },
    {
      title: 'Age of the oldest due delivery',
      about: 'It grows while a receiver hangs. If no attempts end at the same time, the workers do not run.',
      unit: 's',
      queries: [each('namespace', mostBy('namespace', 'assay_webhook_delivery_lag_seconds'))],
    },
    {
      title: 'Events waiting',
      about: 'Events of other services that are not stored as deliveries yet.',
      unit: 'short',
      queries: [
        each('consumer', `sum by (consumer) (${mostBy('consumer, place', 'assay_work_waiting', consumers)})`),
      ],
    },
    {
      title: 'Age of waiting events',
      about: 'How long the oldest event has waited for its consumer.',
      unit: 's',
      queries: [each('consumer', mostBy('consumer', 'assay_work_age_seconds', consumers))],
    },
    {
      title: 'Duration of an event',
      about: '95th percentile. A consumer writes one delivery for each webhook that subscribes to the event.',
      unit: 's',
      queries: [each('consumer', quantileBy(0.95, 'consumer', 'assay_event_duration_seconds', consumers))],
    },
    {
      title: 'Dead letters',
      about: 'Events that reached no webhook. See the runbook AssayDeadLetters.',
      unit: 'short',
      queries: [each('consumer', mostBy('consumer', 'assay_dead_letters', consumers))],
    },
    {
      title: 'Operations on webhooks',
      about: 'Calls by clients and the desk. Codes other than OK are refusals.',
      unit: 'ops',
      queries: [{ expr: rateBy('rpc, code', 'assay_rpcs_total', operations), name: '{{rpc}} {{code}}' }],
    },
    {
      title: 'CPU',
      about: 'Signing and TLS take most of it. Autoscalers of the workers count it.',
      unit: 'short',
      queries: [{ expr: rateBy('pod', 'process_cpu_seconds_total', worker), name: '{{pod}}' }],
    },
    {
      title: 'Memory',
      about: 'Resident memory of each replica.',
      unit: 'bytes',
      queries: [{ expr: sumBy('pod', 'process_resident_memory_bytes', worker), name: '{{pod}}' }],
    },
  ],
};
