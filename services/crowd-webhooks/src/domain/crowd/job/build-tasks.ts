import { newIdFor } from '@assay/chassis/ids';
import { stopsEarly } from '../task/stop-rule.ts';
import { drawPlaces } from '../task/task-order.ts';
import type { Task } from '../task/task.ts';
import type { Variants } from './input/variant.ts';
import type { Job } from './job.ts';
import type { Variant } from './input/variant.ts';

/**
 * Builds the tasks of a job: its variants, then its golden tasks. Their places and ids say nothing about that order. A repetition builds the
 * same tasks.
 */
export function buildTasks(job: Job, { normal, golden }: Variants): readonly Task[] {
  const { maxRepetitions: slots, minResponses, orderKey } = job;
  const unopened = stopsEarly(job) ? slots - minResponses : 0;
  const places = drawPlaces(orderKey, normal.length + golden.length);
  return [...normal, ...golden].map((variant, variantIndex) => {
    const isGolden = variantIndex >= normal.length;
    const kind = isGolden ? { slots: 0, unopened: 0 } : { slots, unopened };
    return newTask(job, { variant, variantIndex, place: places[variantIndex] ?? 0, isGolden, ...kind });
  });
}

interface NewTask extends Pick<Task, 'place' | 'variantIndex' | 'slots' | 'unopened' | 'isGolden'> {
  readonly variant: Variant;
}

function newTask({ id: jobId, organizationId }: Job, task: NewTask): Task {
  return {
    ...task,
    repetitions: task.slots,
    id: newIdFor({ operation: `task of ${jobId}` }, task.place.toString()),
    organizationId,
    jobId,
    closed: 0,
    claims: [],
    claimCount: 0,
    returned: 0,
    expired: 0,
    revision: 0,
  };
}
