import { newIdFor } from '@assay/chassis/ids';
import type { Task } from '../task/task.ts';
import type { Variants } from './variant.ts';
import type { Job } from './job.ts';
import type { Variant } from './variant.ts';

/** Builds the tasks of a job: its variants, then its golden tasks. A repetition builds the same ids. */
export function buildTasks(job: Job, { normal, golden }: Variants): readonly Task[] {
  const { maxRepetitions: slots, consensusThreshold, minResponses } = job;
  const unopened = consensusThreshold === undefined ? 0 : slots - minResponses;
  return [
    ...normal.map((variant, place) => newTask(job, { variant, place, slots, unopened, isGolden: false })),
    ...golden.map((variant, index) =>
      newTask(job, { variant, place: normal.length + index, slots: 0, unopened: 0, isGolden: true }),
    ),
  ];
}

interface NewTask extends Pick<Task, 'place' | 'slots' | 'unopened' | 'isGolden'> {
  readonly variant: Variant;
}

function newTask({ id: jobId, organizationId }: Job, task: NewTask): Task {
  return {
    ...task,
    repetitions: task.slots,
    id: newIdFor({ operation: `task of ${jobId}` }, task.place.toString()),
    ...{ organizationId, jobId, variantIndex: task.place, closed: 0, claims: [], claimCount: 0 },
    ...{ returned: 0, expired: 0, revision: 0 },
  };
}
