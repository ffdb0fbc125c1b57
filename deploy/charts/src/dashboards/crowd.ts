import { each, mostBy, quantileBy, rateBy } from './queries.ts';
import type { DashboardSpec } from './panel.ts';

const own = 'process="crowd-webhooks"';
const work = 'rpc=~"/assay.crowd.v1.WorkService/.*"';
const requests = 'rpc=~"/assay.crowd.v1.(CrowdJobs|CrowdAnswers|Appeals)Service/.*"';
const charges = 'consumer=~"billing__on-(answer-accepted|job-funds-released)"';
const events = 'collection=~"crowd_(jobs|answers)"';

export const crowd: DashboardSpec = {
  name: 'crowd',
  title: 'Crowd jobs',
  panels: [
    {
      title: 'Calls of workers',
      about: 'Claims, submissions and lists. Codes other than OK are refusals, such as no free task.',
      unit: 'ops',
      queries: [{ expr: rateBy('rpc, code', 'assay_rpcs_total', work), name: '{{rpc}} {{code}}' }],
    },
    {
      title: 'Duration of a call of a worker',
      about: '95th percentile. A claim among 10,000 tasks takes as long as one among 100.',
      unit: 's',
      queries: [each('rpc', quantileBy(0.95, 'rpc', 'assay_rpc_duration_seconds', work))],
    },
    {
      title: 'Calls of requesters',
      about: 'Jobs, reviews and appeals. Codes other than OK are refusals, such as too little credit.',
      unit: 'ops',
      queries: [{ expr: rateBy('rpc, code', 'assay_rpcs_total', requests), name: '{{rpc}} {{code}}' }],
    },
    {
      title: 'Age of due work',
      about:
        'How long the oldest creation, end, expired claim, change, automatic acceptance or block has waited for its sweep. Healthy values are below 10 s.',
      unit: 's',
      queries: [each('work', mostBy('work', 'assay_crowd_lag_seconds'))],
    },
    {
      title: 'Published events',
      about: 'Events of jobs and answers that the relay published.',
      unit: 'ops',
      queries: [each('collection', rateBy('collection', 'assay_outbox_published_total', events))],
    },
    {
      title: 'Age of unpublished events',
      about: 'How long the oldest event has waited for the relay. It is published within 5 s.',
      unit: 's',
      queries: [each('namespace', mostBy('namespace', 'assay_outbox_lag_seconds', own))],
    },
    {
      title: 'Age of charges and releases',
      about: 'How long the oldest accepted answer or released slot has waited for billing.',
      unit: 's',
      queries: [each('consumer', mostBy('consumer', 'assay_work_age_seconds', charges))],
    },
    {
      title: 'Memory',
      about: 'Maximum of the replicas. It includes the deliveries of webhooks.',
      unit: 'bytes',
      queries: [{ expr: mostBy('pod', 'process_resident_memory_bytes', own), name: '{{pod}}' }],
    },
  ],
};
