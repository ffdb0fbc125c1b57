import type { WorkLimits } from '@assay/chassis/work/work-documents';
import type { Config } from '../../config.ts';

/** The organizations whose work a process holds at the same time, each in slots of its own. A slot keeps a work token from other processes. */
const organizationsAtOnce = 8;

type WorkConfig = Pick<
  Config,
  'cleaningConcurrency' | 'cleaningPerOrganization' | 'cleaningFilesAtOnce' | 'enrichmentConcurrency'
>;

/** The limits of each kind of work. Units and runs hold slots, and each of their files takes a place. */
export interface DatasetLimits {
  readonly clean: WorkLimits;
  readonly enrich: WorkLimits;
  readonly runs: WorkLimits;
}

export function limitWork(config: WorkConfig): DatasetLimits {
  const { cleaningConcurrency, cleaningPerOrganization: perOrganization, enrichmentConcurrency } = config;
  return {
    clean: {
      slots: cleaningConcurrency * organizationsAtOnce,
      slotsPerOrganization: cleaningConcurrency,
      perOrganization,
    },
    enrich: {
      slots: enrichmentConcurrency * 2,
      slotsPerOrganization: Math.ceil(enrichmentConcurrency / 2),
      perOrganization: enrichmentConcurrency,
    },
    runs: { slots: organizationsAtOnce, slotsPerOrganization: 1, perOrganization },
  };
}

/** Returns the number of files that a process treats at the same time, each in a child process. */
export function countPlaces({ cleaningConcurrency, cleaningFilesAtOnce }: WorkConfig): number {
  return cleaningConcurrency * cleaningFilesAtOnce;
}
