import type { Deps } from '../../deps.ts';
import { recordEnd } from './record-run.ts';
import type { Version } from '../version/version.ts';

/** Ends a job. The message is the reason for people. */
export class JobError extends Error {
  override readonly name = 'JobError';
}

/** Ends a job as failed, unless it has ended already. The check of jobs cleans up after it. */
export async function failJob(
  deps: Pick<Deps, 'versions' | 'runs' | 'clock'>,
  version: Version,
  error: string,
): Promise<void> {
  const completedAt = deps.clock.now();
  const end = { state: 'failed', error } as const;
  if (!(await deps.versions.end(version, end, completedAt))) return;
  await recordEnd(deps, { ...version, ...end, completedAt });
}
