import { readUserId } from '@assay/chassis/call-context';
import type { CallContext } from '@assay/chassis/call-context';
import { DomainError, notFound } from '@assay/chassis/errors';
import { newIdFor } from '@assay/chassis/ids';
import type { Deps } from '../../../deps.ts';
import { isRefusal } from '../money/hold-refusal.ts';
import type { SurveyVersion } from '../survey/survey.ts';
import { checkWatchers } from './check-watchers.ts';
import { checkJobWebhooks } from '../../webhooks/webhook/check-input.ts';
import { insertWebhook } from '../../webhooks/webhook/create-webhook.ts';
import type { WebhookWithSecret } from '../../webhooks/webhook/webhook.ts';
import { abandonCreation, isFinal } from './abandon-creation.ts';
import { newOrderKey } from '../task/task-order.ts';
import { buildTasks } from './build-tasks.ts';
import { hasOutsiders, readVariants } from './input/inputs.ts';
import type { Variants } from './input/variant.ts';
import { checkOrder, checkVariants } from './job-order.ts';
import type { JobOrder } from './job-order.ts';
import type { Job } from './job.ts';
import { computePrice } from './price.ts';
import type { JobPrice } from './price.ts';

type PlanDeps = Pick<
  Deps,
  'surveyVersions' | 'surveyTemplates' | 'inputs' | 'projects' | 'contacts' | 'clock' | 'prices' | 'addresses'
>;
export type CreateJobDeps = PlanDeps &
  Pick<Deps, 'jobs' | 'tasks' | 'jobValues' | 'billing' | 'webhooks' | 'sealer'>;

/** A job that could be created now. */
export interface JobPlan {
  readonly order: JobOrder;
  readonly survey: SurveyVersion;
  readonly variants: Variants;
  readonly price: JobPrice;
}

export interface CreatedJob {
  readonly job: Job;
  readonly webhooks: readonly WebhookWithSecret[];
}

/** An operation may begin anew this often after earlier attempts died and were abandoned. */
const maxAttempts = 8;

/** Checks an order with everything that it names. Errors as CreateCrowdJob says, but for those about money. */
export async function planJob(deps: PlanDeps, call: CallContext, order: JobOrder): Promise<JobPlan> {
  const { organizationId, requestId } = call;
  checkOrder(order, deps.clock.now());
  const webhooks = await checkJobWebhooks(deps, order.webhooks);
  await deps.projects.check(organizationId, order.projectId, requestId);
  await checkWatchers(deps, call, order.watcherIds);
  const survey = await findSurvey(deps, organizationId, order);
  const variants = await readVariants(deps, call, { order, survey });
  checkVariants(order, survey, variants);
  return {
    order: { ...order, webhooks },
    survey,
    variants,
    price: computePrice(order, variants, deps.prices.feePercent),
  };
}

async function findSurvey(
  { surveyVersions, surveyTemplates }: PlanDeps,
  organizationId: string,
  { surveyVersionId, projectId }: JobOrder,
): Promise<SurveyVersion> {
  const survey = await surveyVersions.find(organizationId, surveyVersionId);
  const template = survey && (await surveyTemplates.find(organizationId, survey.templateId));
  const isUsable = template !== undefined && (template.projectId ?? projectId) === projectId;
  if (survey === undefined || !isUsable) throw notFound('survey version');
  return survey;
}

/**
 * Creates a job: it is inserted unseen, its money is held under its id, its tasks and webhooks are inserted, then it becomes visible with its
 * first event. A process that dies in between leaves an unseen job, which a repetition of the call completes and which
 * `removeAbandonedJobs` removes otherwise.
 */
export async function createJob(
  deps: CreateJobDeps,
  call: CallContext,
  order: JobOrder,
): Promise<CreatedJob> {
  const plan = await planJob(deps, call, order);
  checkMaxCost(plan);
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const job = newJob(plan, call, {
      id: newIdFor(call, `job ${attempt.toString()}`),
      now: deps.clock.now(),
    });
    const created = await createOrResume(deps, call, { job, plan, startedAt: job.createdAt });
    if (created !== 'abandoned') return created;
  }
  throw tookTooLong();
}

/** Throws FAILED_PRECONDITION with reason MAX_COST_EXCEEDED when the job can cost more than the order allows. */
export function checkMaxCost({ order: { maxCostCents }, price: { maxCents: costCents } }: JobPlan): void {
  if (maxCostCents === undefined || costCents <= maxCostCents) return;
  throw new DomainError(
    'FAILED_PRECONDITION',
    'MAX_COST_EXCEEDED',
    'The job can cost more than `maxCostCents`. Raise it, or make the job smaller.',
    { details: { maxCostCents, costCents } },
  );
}

function newJob(
  { order, variants, price }: JobPlan,
  call: CallContext,
  { id, now }: { readonly id: string; readonly now: Date },
): Job {
  const { fileIds: _files, maxCostCents: _max, webhooks: _webhooks, ...terms } = order;
  return {
    ...terms,
    id,
    organizationId: call.organizationId,
    status: 'assignable',
    revision: 0,
    variantCount: variants.normal.length,
    goldenCount: variants.golden.length,
    orderKey: newOrderKey(),
    goldenSlots: price.goldenSlots,
    goldenClaims: 0,
    pendingHolds: [],
    unitCents: price.unitCents,
    estimatedCostCents: price.maxCents,
    releases: [],
    hasDeletedFiles: false,
    hasSurplusSlots: false,
    isRejectionLimitLifted: false,
    extensionIds: [],
    createdBy: readUserId(call),
    createdAt: now,
    updatedAt: now,
  };
}

interface Creation {
  readonly job: Job;
  readonly plan: JobPlan;
  /** The time of this attempt. */
  readonly startedAt: Date;
}

async function createOrResume(
  deps: CreateJobDeps,
  call: CallContext,
  { job, plan, startedAt }: Creation,
): Promise<CreatedJob | 'abandoned'> {
  const { organizationId, id } = job;
  if (await deps.jobs.insertUnpaid(job)) return payAndAccept(deps, call, { job, plan, startedAt });
  const resumed = await deps.jobs.resumeUnpaid(organizationId, id, startedAt);
  if (resumed !== undefined) return payAndAccept(deps, call, { job: resumed, plan, startedAt });
  const accepted = await deps.jobs.findOwn(organizationId, id);
  if (accepted === undefined) return 'abandoned';
  return { job: accepted, webhooks: await createWebhooks(deps, call, { job: accepted, plan }) };
}

async function payAndAccept(
  deps: CreateJobDeps,
  call: CallContext,
  { job, plan, startedAt }: Creation,
): Promise<CreatedJob | 'abandoned'> {
  if (!(await hold(deps, call, job))) return 'abandoned';
  try {
    return await fillAndAccept(deps, call, { job, plan, startedAt });
  } catch (error) {
    if (isFinal(error)) await abandonCreation(deps, job, new Date(startedAt.getTime() + 1));
    throw error;
  }
}

async function fillAndAccept(
  deps: CreateJobDeps,
  call: CallContext,
  { job, plan }: Creation,
): Promise<CreatedJob> {
  await deps.jobValues.replaceMany(job.id, plan.variants.chunks);
  await deps.tasks.insertMany(buildTasks(job, plan.variants));
  const { projectId, inputDataSetId } = job;
  if (inputDataSetId !== undefined) await deps.inputs.markUsed(call, projectId, inputDataSetId);
  const fileIds = plan.variants.normal.flatMap((variant) => variant.fileIds);
  if (fileIds.length > 0) await deps.inputs.prepareFiles(call, fileIds, hasOutsiders(job));
  const webhooks = await createWebhooks(deps, call, { job, plan });
  if (await deps.jobs.accept(job, call)) return { job, webhooks };
  const accepted = await deps.jobs.findOwn(job.organizationId, job.id);
  if (accepted !== undefined) return { job: accepted, webhooks };
  await deps.billing.releaseHold(call, job);
  throw tookTooLong();
}

/** False when the hold of this id was released, because the creation had been abandoned. */
async function hold({ billing, jobs }: CreateJobDeps, call: CallContext, job: Job): Promise<boolean> {
  try {
    await billing.placeHold(call, job);
    return true;
  } catch (error) {
    // Only a refusal is certain to have held nothing. After any other failure the sweep releases the hold first.
    if (!isRefusal(error)) throw error;
    await jobs.removeUnpaid(job.id);
    if (error.reason === 'HOLD_ENDED') return false;
    throw error;
  }
}

async function createWebhooks(
  deps: CreateJobDeps,
  call: CallContext,
  { job: { id }, plan }: Omit<Creation, 'startedAt'>,
): Promise<readonly WebhookWithSecret[]> {
  const created: WebhookWithSecret[] = [];
  for (const [index, { url, eventTypes }] of plan.order.webhooks.entries()) {
    // Each webhook has its own id in every repetition of the call.
    const ownCall = { ...call, operation: `${id} webhook ${index.toString()}` };
    created.push(
      await insertWebhook(deps, ownCall, { owner: { kind: 'job', id }, url, description: '', eventTypes }),
    );
  }
  return created;
}

function tookTooLong(): DomainError {
  return new DomainError(
    'UNAVAILABLE',
    'START_TOOK_TOO_LONG',
    'The job could not be created in time. Try again.',
  );
}
