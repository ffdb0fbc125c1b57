import { createConsumers } from '@assay/chassis/events/consumer';
import { bootService } from '@assay/chassis/process/boot/boot-service';
import type { RunningService } from '@assay/chassis/process/boot/boot-service';
import type { PeriodicTask } from '@assay/chassis/process/periodic-task';
import type { BootOptions, ServiceBase } from '@assay/chassis/process/boot/service-base';
import { hours, minutes, seconds } from '@assay/chassis/units';
import type { Config } from './config.ts';
import { consumers } from './consumers.ts';
import { createDeps } from './deps.ts';
import type { Deps } from './deps.ts';
import { acceptUnreviewed, completeInterrupted } from './domain/crowd/answer/sweep-answers.ts';
import {
  closeEndedRunJobs,
  createSettling,
  removeAbandonedJobs,
  removeHiddenJobs,
  settleOverdue,
} from './domain/crowd/job/sweep-jobs.ts';
import { releaseAbandonedHolds } from './domain/crowd/money/release-abandoned-holds.ts';
import { completeBlocks } from './domain/crowd/worker/block-worker.ts';
import { forgetDeleted } from './domain/webhooks/webhook/delete-webhook.ts';
import { checkLately } from './domain/webhooks/delivery/disable-webhook.ts';
import { sealAgain } from './domain/webhooks/webhook/rotate-secret.ts';
import { declareResources } from './resources.ts';
import { serveRpcs } from './rpcs.ts';

/** Webhooks, and the deliveries of events to them. */
export function startService(config: Config, options?: BootOptions): Promise<RunningService> {
  const definition = {
    ...declareResources(),
    async compose(base: ServiceBase) {
      const deps = await createDeps(base, config);
      const sent = deps.dispatcher.run();
      base.runtime.lifecycle.onStop('deliveries in progress', () => sent);
      return {
        rpcs: serveRpcs(deps),
        consumers: createConsumers(base, deps, consumers),
        tasks: listTasks(deps),
      };
    },
  };
  return bootService(definition, config, options);
}

function listTasks(deps: Deps): PeriodicTask[] {
  return [
    {
      name: 'check of exhausted deliveries',
      everyMs: minutes(1),
      role: 'worker',
      run: () => checkLately(deps),
    },
    {
      name: 'removal of deleted webhooks',
      everyMs: minutes(1),
      role: 'worker',
      run: () => forgetDeleted(deps),
    },
    ...listJobTasks(deps),
    { name: 'encryption of secrets', everyMs: hours(1), role: 'worker', run: () => sealAgain(deps) },
  ];
}

function listJobTasks(deps: Deps): PeriodicTask[] {
  const task = (name: string, everyMs: number, run: () => Promise<void>): PeriodicTask => ({
    name,
    everyMs,
    run,
    role: 'worker',
  });
  return [
    task('end of jobs and claims', seconds(1), () => settleOverdue(deps)),
    task('settling of jobs', seconds(2), createSettling(deps)),
    task('end of jobs of runs', seconds(2), () => closeEndedRunJobs(deps)),
    task('acceptance of answers', seconds(2), () => acceptUnreviewed(deps)),
    task('completion of answers', seconds(2), () => completeInterrupted(deps)),
    task('completion of blocks', seconds(2), () => completeBlocks(deps)),
    task('removal of abandoned jobs', seconds(10), () => removeAbandonedJobs(deps)),
    task('release of abandoned holds', seconds(10), () => releaseAbandonedHolds(deps)),
    task('removal of jobs of deleted projects', minutes(1), () => removeHiddenJobs(deps)),
  ];
}
