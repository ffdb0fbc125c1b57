import type { CallContext } from '@assay/chassis/call-context';
import { rejectAnswer } from '../../src/domain/crowd/answer/reject-answer.ts';
import { submitAnswer } from '../../src/domain/crowd/answer/submit-answer.ts';
import { claimTask } from '../../src/domain/crowd/claim/claim-task.ts';
import { callAs } from './parts.ts';
import type { CrowdParts } from './parts.ts';

/** Claims the next task of a job and answers it with yes. */
export async function answerTask(parts: CrowdParts, call: CallContext, jobId: string) {
  const { claim } = await claimTask(parts, call, { jobId, guestName: undefined });
  const answers = [{ questionKey: 'flood', value: true }];
  return (await submitAnswer(parts, call, { claimId: claim.id, answers, regions: [] })).answer;
}

/** Answers a task as `worker`, and rejects the answer as `rejecter`. */
export async function rejectedAnswer(parts: CrowdParts, call: CallContext, jobId: string) {
  const answer = await answerTask(parts, callAs(call, 'worker'), jobId);
  const rejection = { category: 'low_effort', reason: 'The answer does not fit the photograph.' } as const;
  return rejectAnswer(parts, callAs(call, 'rejecter'), { jobId, answerId: answer.id, ...rejection });
}
