import { createCounter, measureLag } from '@assay/chassis/metrics';
import type { Metrics } from '@assay/chassis/metrics';
import type { Version } from '../domain/version/version.ts';

/** Counts the jobs that ended, by kind of work and final state. */
export function countJobs(metrics: Metrics): (version: Version, state: string) => void {
  const jobs = createCounter(metrics, {
    name: 'assay_dataset_jobs_total',
    help: 'Jobs of datasets that ended, by kind of work and final state.',
    labelNames: ['work', 'state'],
  });
  return ({ pipelineSlug }, state) =>
    jobs.inc({ work: pipelineSlug === undefined ? 'enrich' : 'clean', state });
}

/** Measures how long the oldest release has been due, in seconds. Call the returned function with each look at the releases. */
export function measureReleases(metrics: Metrics, now: () => Date): (oldestDueAt: Date | undefined) => void {
  let oldest: Date | undefined;
  measureLag(
    metrics,
    {
      name: 'assay_dataset_release_lag_seconds',
      help: 'How long the oldest released files of datasets have waited for their removal, in seconds.',
    },
    () => (oldest === undefined ? 0 : Math.max(0, now().getTime() - oldest.getTime())),
  );
  return (oldestDueAt) => {
    oldest = oldestDueAt;
  };
}
