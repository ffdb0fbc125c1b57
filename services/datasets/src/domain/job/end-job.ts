import type { Deps } from '../../deps.ts';
import type { Version } from '../version/version.ts';

/** Ends a job. The message is the reason for people. */
export class JobError extends Error {
  override readonly name = 'JobError';
}

/** Ends a job as failed, unless it has ended already. The check of jobs cleans up after it. */
export async function failJob(
  { versions, clock }: Pick<Deps, 'versions' | 'clock'>,
  version: Version,
  error: string,
): Promise<void> {
  await versions.end(version, { state: 'failed', error }, clock.now());
}
