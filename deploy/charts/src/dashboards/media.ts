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
      about: 'By outcome; a name in capitals is why one was refused.',
      unit: 'ops',
      queries: [each('outcome', rateBy('outcome', 'assay_uploads_total'))],
    },
    {
      title: 'Bytes stored',
      about: 'Of files, without parts and input data.',
      unit: 'Bps',
      queries: [{ expr: rateBy('namespace', 'assay_upload_bytes_total'), name: 'files' }],
    },
    {
      title: 'Files that wait to be read',
      about: 'By kind; each kind has workers of its own.',
      unit: 'short',
      queries: [
        each('consumer', `sum by (consumer) (${mostBy('consumer, place', 'assay_work_waiting', readers)})`),
      ],
    },
    {
      title: 'Time to read a file',
      about: 'The median and the 95th percentile, by kind.',
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
      title: 'Stages that wait',
      about: 'Of runs; organizations take turns.',
      unit: 'short',
      queries: [each('place', mostBy('place', 'assay_work_waiting', stages))],
    },
    {
      title: 'Time of a stage',
      about: 'All checks of a stage on all files of its run.',
      unit: 's',
      queries: [
        { expr: quantileBy(0.5, 'consumer', 'assay_event_duration_seconds', stages), name: '50 %' },
        { expr: quantileBy(0.95, 'consumer', 'assay_event_duration_seconds', stages), name: '95 %' },
      ],
    },
  ],
};
