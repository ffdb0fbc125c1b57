import type { HandlerContext, ReceivedEvent } from '@assay/chassis/events/consumer';
import { PoisonError } from '@assay/chassis/events/poison-error';
import type { RunFailed } from '@assay/proto/runs/v1/run_events';
import type { Deps } from '../deps.ts';
import { releaseHold } from '../domain/hold/release-hold.ts';

export async function onRunFailed(
  deps: Deps,
  { value }: ReceivedEvent<RunFailed>,
  { logger }: HandlerContext,
): Promise<void> {
  const { runId, organizationId } = value;
  if (runId === '' || organizationId === '') throw new PoisonError('it names no run or no organization');
  await releaseHold(deps, { runId, organizationId });
  logger.info({ runId, organizationId }, 'the hold of a failed run was released');
}
