import { each, mostBy, quantileBy, rateBy, sumBy } from './queries.ts';
import type { DashboardSpec } from './panel.ts';
import { waiting } from './shared-panels.ts';

export const queues: DashboardSpec = {
  name: 'queues',
  title: 'Queues',
  panels: [
    waiting,
    {
      title: 'Age of what waits',
      about: 'How long what waits first has waited.',
      unit: 's',
      queries: [
        { expr: mostBy('consumer, place', 'assay_work_age_seconds'), name: '{{consumer}} ({{place}})' },
      ],
    },
    {
      title: 'Dead letters',
      about: 'Given up, and kept until somebody sends them again.',
      unit: 'short',
      queries: [each('consumer', mostBy('consumer', 'assay_dead_letters'))],
    },
    {
      title: 'Deliveries that were not handled',
      about: 'failed: is tried again. dead: was given up.',
      unit: 'ops',
      queries: [
        {
          expr: rateBy('consumer, outcome', 'assay_events_total', 'outcome!="handled"'),
          name: '{{consumer}} {{outcome}}',
        },
      ],
    },
    {
      title: 'Deliveries handled',
      about: 'By consumer.',
      unit: 'ops',
      queries: [each('consumer', rateBy('consumer', 'assay_events_total', 'outcome="handled"'))],
    },
    {
      title: 'Being handled',
      about: 'By consumer; its most is what its workers have slots for.',
      unit: 'short',
      queries: [each('consumer', sumBy('consumer', 'assay_events_in_flight'))],
    },
    {
      title: 'Time of handlers',
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
      title: 'Outboxes that could not be published',
      about: 'Attempts that failed and are made again.',
      unit: 'ops',
      queries: [each('collection', rateBy('collection', 'assay_outbox_failures_total'))],
    },
  ],
};
