import type { CallContext } from '@assay/chassis/call-context';
import type { Answer } from '../../src/domain/answer/answer.ts';
import { submitAnswer } from '../../src/domain/answer/submit-answer.ts';
import { claimTask } from '../../src/domain/claim/claim-task.ts';
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
