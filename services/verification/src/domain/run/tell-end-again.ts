import type { Deps } from '../../deps.ts';
import type { Cause } from './run.ts';

interface RunOfOrganization {
  readonly organizationId: string;
  readonly runId: string;
}

/**
 * Tells how a run ended to whoever has not heard of it, as billing is told about holds. Nothing is told of a run that is under way, which
 * tells its end itself, and of one that is gone.
 */
export async function tellEndAgain(
  { runs }: Pick<Deps, 'runs'>,
  cause: Cause,
  { organizationId, runId }: RunOfOrganization,
): Promise<void> {
  const run = await runs.find(organizationId, runId);
  if (run?.status === 'completed' || run?.status === 'failed') await runs.tellEnd(run, cause);
}
