import { each, mostBy, quantileBy, rateBy } from './queries.ts';
import type { DashboardSpec } from './panel.ts';

/** Those that read files, one for each kind. */
const readers = 'consumer=~"projects-files__on-.*-enrichment-requested"';
const stages = 'consumer="verification__on-stage-requested"';

export const media: DashboardSpec = {
  name: 'media',
  title: 'Media',
  panels: [
    {
      title: 'Uploads',
      about: 'By outcome. A name in capitals is the reason of a refusal.',
      unit: 'ops',
      queries: [each('outcome', rateBy('outcome', 'assay_uploads_total'))],
    },
    {
      title: 'Bytes stored',
      about: 'Bytes of files, without parts and input data.',
      unit: 'Bps',
      queries: [{ expr: rateBy('namespace', 'assay_upload_bytes_total'), name: 'files' }],
    },
    {
      title: 'Files that wait for enrichment',
      about: 'By kind. Each kind has its own workers.',
      unit: 'short',
      queries: [
        each('consumer', `sum by (consumer) (${mostBy('consumer, place', 'assay_work_waiting', readers)})`),
      ],
    },
    {
      title: 'Duration of an enrichment',
      about: 'Median and 95th percentile by kind.',
      unit: 's',
      queries: [
        {
          expr: quantileBy(0.5, 'consumer', 'assay_event_duration_seconds', readers),
          name: '{{consumer}} 50 %',
        },
        {
          expr: quantileBy(0.95, 'consumer', 'assay_event_duration_seconds', readers),
          name: '{{consumer}} 95 %',
        },
      ],
    },
    {
      title: 'Waiting stages',
      about: 'Stages of runs. Organizations have fair shares.',
      unit: 'short',
      queries: [each('place', mostBy('place', 'assay_work_waiting', stages))],
    },
    {
      title: 'Duration of a stage',
      about: 'All checks of a stage on all files of its run.',
      unit: 's',
      queries: [
        { expr: quantileBy(0.5, 'consumer', 'assay_event_duration_seconds', stages), name: '50 %' },
        { expr: quantileBy(0.95, 'consumer', 'assay_event_duration_seconds', stages), name: '95 %' },
      ],
    },
  ],
};
