import type { CallContext } from '@assay/chassis/call-context';
import type { Answer } from '../../src/domain/crowd/answer/answer.ts';
import { submitAnswer } from '../../src/domain/crowd/answer/submit-answer.ts';
import { claimTask } from '../../src/domain/crowd/claim/claim-task.ts';
import type { CrowdParts } from './parts.ts';
import { callAs } from './parts.ts';

/** Claims the next task of a job for a worker, and answers its question. */
export async function work(
  parts: CrowdParts,
  call: CallContext,
  {
    jobId,
    worker,
    value = true,
  }: { readonly jobId: string; readonly worker: string; readonly value?: unknown },
): Promise<Answer> {
  const own = callAs(call, worker);
  const { claim } = await claimTask(parts, own, { jobId, guestName: undefined });
  return submit(parts, own, claim.id, value);
}

/** Answers the question of a claimed task. */
export async function submit(
  parts: CrowdParts,
  call: CallContext,
  claimId: string,
  value: unknown = true,
): Promise<Answer> {
  const answers = [{ questionKey: 'flood', value }];
  return (await submitAnswer(parts, call, { claimId, answers, regions: [] })).answer;
}

/** Builds names with numbers. */
export function listNames(count: number, prefix: string): string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}${index.toString()}`);
}

/** Resolves to the reason for which a call was refused. */
export async function findReason(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return 'none';
  } catch (error) {
    return (error as { readonly reason?: string }).reason ?? String(error);
  }
}

/** Claims and answers until the job has nothing left for the worker; `answer` chooses the value by the variant. Returns the variants. */
export async function workToTheEnd(
  parts: CrowdParts,
  call: CallContext,
  {
    jobId,
    answer = () => true,
  }: { readonly jobId: string; readonly answer?: (variantIndex: number) => unknown },
): Promise<readonly number[]> {
  const variants: number[] = [];
  for (;;) {
    const claimed = await claimTask(parts, call, { jobId, guestName: undefined }).catch((error: unknown) => {
      const { reason, details } = error as { reason?: string; details?: Readonly<Record<string, unknown>> };
      if (reason !== 'NO_TASKS') throw error;
      return details?.['status'] === 'no_tasks' ? 'later' : 'over';
    });
    if (claimed === 'over') return variants;
    if (claimed === 'later') {
      const tasks = await parts.tasks.findFree({
        jobId,
        workerId: '',
        isGolden: false,
        afterPlace: -1,
        isNewToWorker: false,
        limit: 2,
      });
      // The free tasks are those that the worker has answered.
      if (tasks.length > 0 || !(await parts.tasks.isUnfinished(jobId))) return variants;
      continue;
    }
    const { claim, task } = claimed;
    await submit(parts, call, claim.id, answer(task.variantIndex));
    variants.push(task.variantIndex);
  }
}
