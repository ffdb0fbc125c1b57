import { each, mostBy, quantileBy, rateBy, sumBy } from './queries.ts';
import type { DashboardSpec } from './panel.ts';

/** The consumers that treat the units of jobs, one for cleaning and one for enrichment. */
const units = 'consumer=~"datasets__on-.*(unit|run)-requested"';
const jobs = 'rpc=~"/assay.datasets.v1.VersionsService/(Clean|Enrich)Version"';
const commits = 'rpc="/assay.datasets.v1.DatasetsService/CommitUpload"';
const duration = 'assay_event_duration_seconds';

export const datasets: DashboardSpec = {
  name: 'datasets',
  title: 'Datasets',
  panels: [
    {
      title: 'Requested jobs',
      about: 'Cleaning and enrichment. OK: the job started. Other codes are refusals.',
      unit: 'ops',
      queries: [{ expr: rateBy('rpc, code', 'assay_rpcs_total', jobs), name: '{{rpc}} {{code}}' }],
    },
    {
      title: 'Ended jobs',
      about: 'Completed and failed jobs. The version of a failed job names the reason.',
      unit: 'ops',
      queries: [{ expr: rateBy('work, state', 'assay_dataset_jobs_total'), name: '{{work}} {{state}}' }],
    },
    {
      title: 'Age of released files',
      about: 'How long files that no version names have waited for their removal.',
      unit: 's',
      queries: [each('namespace', mostBy('namespace', 'assay_dataset_release_lag_seconds'))],
    },
    {
      title: 'Waiting units',
      about: 'A job has one unit for 50 files, and one that ends it. Organizations have fair shares.',
      unit: 'short',
      queries: [
        each('consumer', `sum by (consumer) (${mostBy('consumer, place', 'assay_work_waiting', units)})`),
      ],
    },
    {
      title: 'Age of waiting units',
      about:
        'How long the oldest unit has waited. It grows during a large job, until the last unit is taken.',
      unit: 's',
      queries: [each('consumer', mostBy('consumer', 'assay_work_age_seconds', units))],
    },
    {
      title: 'Units in progress',
      about: 'An enrichment unit only waits for the workers of projects-files.',
      unit: 'short',
      queries: [each('consumer', sumBy('consumer', 'assay_events_in_flight', units))],
    },
    {
      title: 'Duration of a unit',
      about: 'Median and 95th percentile. A unit over five minutes counts as five minutes.',
      unit: 's',
      queries: [
        { expr: quantileBy(0.5, 'consumer', duration, units), name: '{{consumer}} 50 %' },
        { expr: quantileBy(0.95, 'consumer', duration, units), name: '{{consumer}} 95 %' },
      ],
    },
    {
      title: 'Uploads to datasets',
      about: 'Uploads whose files a dataset took. Other codes than OK are refusals.',
      unit: 'ops',
      queries: [each('code', rateBy('code', 'assay_rpcs_total', commits))],
    },
    {
      title: 'Memory',
      about: 'Maximum of the replicas, without the child processes that decode files.',
      unit: 'bytes',
      queries: [
        { expr: mostBy('pod', 'process_resident_memory_bytes', 'process="datasets"'), name: '{{pod}}' },
      ],
    },
  ],
};
