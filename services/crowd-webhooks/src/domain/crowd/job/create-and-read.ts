import type { CallContext } from '@assay/chassis/call-context';
import type { WebhookWithSecret } from '../../webhooks/webhook/webhook.ts';
import { createJob } from './create-job.ts';
import type { CreateJobDeps } from './create-job.ts';
import { readJob } from './get-job.ts';
import type { JobOrder } from './job-order.ts';
import type { JobWithCounts } from './job.ts';

export interface CreatedJobWithCounts {
  readonly created: JobWithCounts;
  readonly webhooks: readonly WebhookWithSecret[];
}

/** Creates a job and counts its slots. */
export async function createAndRead(
  deps: CreateJobDeps,
  call: CallContext,
  order: JobOrder,
): Promise<CreatedJobWithCounts> {
  const { job, webhooks } = await createJob(deps, call, order);
  return { created: await readJob(deps, job), webhooks };
}
