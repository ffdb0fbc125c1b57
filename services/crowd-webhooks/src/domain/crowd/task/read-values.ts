import type { Deps } from '../../../deps.ts';
import type { Values } from '../job/input/variant.ts';
import type { Task } from './task.ts';

/** Reads the values of the lists of a task. Tasks of jobs whose lists multiply refer to values that the job stores once. */
export async function readValues(
  { jobValues }: Pick<Deps, 'jobValues'>,
  { jobId, variant: { values, refs = [] } }: Pick<Task, 'jobId' | 'variant'>,
): Promise<Values> {
  return values ?? jobValues.read(jobId, refs);
}
