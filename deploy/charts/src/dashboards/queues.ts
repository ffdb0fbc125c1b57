import { each, mostBy, quantileBy, rateBy, sumBy } from './queries.ts';
import type { DashboardSpec } from './panel.ts';
import { waiting } from './shared-panels.ts';

export const queues: DashboardSpec = {
  name: 'queues',
  title: 'Queues',
  panels: [
    waiting,
    {
      title: 'Age of waiting work',
      about: 'How long the oldest work of a consumer has waited.',
      unit: 's',
      queries: [
        { expr: mostBy('consumer, place', 'assay_work_age_seconds'), name: '{{consumer}} ({{place}})' },
      ],
    },
    {
      title: 'Dead letters',
      about: 'Events that a consumer could not handle, until an operator redelivers them.',
      unit: 'short',
      queries: [each('consumer', mostBy('consumer', 'assay_dead_letters'))],
    },
    {
      title: 'Failed deliveries',
      about: 'failed: delivered again later. dead: the event became a dead letter.',
      unit: 'ops',
      queries: [
        {
          expr: rateBy('consumer, outcome', 'assay_events_total', 'outcome!="handled"'),
          name: '{{consumer}} {{outcome}}',
        },
      ],
    },
    {
      title: 'Handled deliveries',
      about: 'By consumer.',
      unit: 'ops',
      queries: [each('consumer', rateBy('consumer', 'assay_events_total', 'outcome="handled"'))],
    },
    {
      title: 'Deliveries in flight',
      about: 'By consumer. The maximum is the number of slots of its workers.',
      unit: 'short',
      queries: [each('consumer', sumBy('consumer', 'assay_events_in_flight'))],
    },
    {
      title: 'Duration of handlers',
      about: 'The 95th percentile.',
      unit: 's',
      queries: [each('consumer', quantileBy(0.95, 'consumer', 'assay_event_duration_seconds'))],
    },
    {
      title: 'Age of unpublished events',
      about: 'How long the oldest event has waited in an outbox.',
      unit: 's',
      queries: [each('process', mostBy('process', 'assay_outbox_lag_seconds'))],
    },
    {
      title: 'Events published',
      about: 'From outboxes, by collection.',
      unit: 'ops',
      queries: [each('collection', rateBy('collection', 'assay_outbox_published_total'))],
    },
    {
      title: 'Failed publications',
      about: 'Attempts to publish an outbox that failed. The relay repeats them.',
      unit: 'ops',
      queries: [each('collection', rateBy('collection', 'assay_outbox_failures_total'))],
    },
  ],
};
