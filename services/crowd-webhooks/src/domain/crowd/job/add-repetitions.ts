import { retryOnConflict } from '@assay/chassis/retry-on-conflict';
import type { Deps } from '../../../deps.ts';
import { addSlots } from '../task/change-task.ts';
import type { Job } from './job.ts';

type TaskDeps = Pick<Deps, 'tasks'>;

/** Completes an extension, or a further request of a run, whose process died before all tasks had their repetitions. */
export async function completeExtension({ tasks }: TaskDeps, job: Job): Promise<void> {
  const { id, extensionIds, run, maxRepetitions } = job;
  if ((extensionIds.length > 0 || run !== undefined) && (await tasks.hasFewer(id, maxRepetitions)))
    await addRepetitions({ tasks }, job);
}

/** Gives each task the repetitions of its job. A task that has them already is not changed. */
export async function addRepetitions({ tasks }: TaskDeps, job: Job): Promise<void> {
  const { id, maxRepetitions } = job;
  for await (const { id: taskId, isGolden, repetitions } of tasks.readAll(id)) {
    if (isGolden || repetitions >= maxRepetitions) continue;
    await retryOnConflict(async () => {
      const task = await tasks.find(id, taskId);
      if (task === undefined || task.repetitions >= maxRepetitions) return true;
      const added = maxRepetitions - task.repetitions;
      return tasks.replace(addSlots({ ...task, repetitions: maxRepetitions }, added));
    });
  }
}
