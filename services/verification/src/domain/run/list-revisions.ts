import type { CallContext } from '@assay/chassis/call-context';
import type { Deps } from '../../deps.ts';
import type { Verdict } from '../fusion/conclusion.ts';
import { getRun } from './get-run.ts';
import type { RunRef } from './get-run.ts';

/** What a run concluded at one time. */
export interface RunRevision {
  readonly revision: number;
  readonly verdict: Verdict;
  readonly confidence: number;
  readonly reason: string;
  readonly createdAt: Date;
}

/** What a run has concluded; nothing before it is completed. No run is revised yet. NOT_FOUND for an unknown run. */
export async function listRevisions(
  deps: Pick<Deps, 'runs'>,
  call: CallContext,
  ref: RunRef,
): Promise<readonly RunRevision[]> {
  const { conclusion, completedAt } = await getRun(deps, call, ref);
  if (conclusion === null || completedAt === null) return [];
  const { verdict, confidence } = conclusion;
  return [{ revision: 1, verdict, confidence, reason: 'The run was completed.', createdAt: completedAt }];
}
