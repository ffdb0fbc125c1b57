import { readUserId } from '@assay/chassis/call-context';
import type { CallContext } from '@assay/chassis/call-context';
import { DomainError } from '@assay/chassis/errors';
import type { ErrorDetails } from '@assay/chassis/errors';
import type { Deps } from '../../deps.ts';
import { claimsFor } from '../context/context-claims.ts';
import type { ContextClaims } from '../context/context-claims.ts';
import { getContext } from '../context/get-context.ts';
import { checkFilesForOutsiders, readCrowdOptions } from '../pipeline/crowd-options.ts';
import type { CrowdOptions } from '../pipeline/crowd-options.ts';
import { getPipeline } from '../pipeline/catalog.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import { checkFileIds, checkSubjectFiles, withoutAccess } from '../subject-file/subject-file.ts';
import { priceRun } from '../pipeline/pipeline-price.ts';
import type { NewRun } from './run.ts';

type OrderDeps = Pick<Deps, 'contexts' | 'projectFiles'>;

/** What to verify. */
export interface RunOrder {
  readonly projectId: string;
  readonly pipelineSlug: string;
  readonly fileIds: readonly string[];
  /** A saved context; empty or left out: none. */
  readonly contextId?: string | undefined;
  /** Claims given inline, which go over the saved ones; null removes one. */
  readonly contextData?: ContextClaims | undefined;
  /** The version of the pipeline that is meant; left out: whichever the catalog has. */
  readonly pipelineVersion?: string | undefined;
  /** The most the run may cost. */
  readonly maxCostCents?: number | undefined;
  /** The people to ask; left out: the defaults. */
  readonly crowd?: CrowdOptions | undefined;
}

/** What an order asks for, as far as it can be had. Errors as StartRun says, but for those about money. */
export async function checkOrder(deps: OrderDeps, call: CallContext, order: RunOrder): Promise<NewRun> {
  const { projectId, fileIds, contextId = '' } = order;
  const pipeline = await startablePipeline(order);
  const crowd = readCrowdOptions(pipeline, order.crowd);
  checkFileIds(pipeline, fileIds);
  await deps.projectFiles.checkProject(call, projectId);
  const files = await deps.projectFiles.find(call, projectId, fileIds);
  const contextData = await claimsOf(deps, call, { pipeline, order });
  checkSubjectFiles(pipeline, files);
  checkFilesForOutsiders(crowd, files);
  const { organizationId } = call;
  const startedBy = readUserId(call);
  const kept = files.map(withoutAccess);
  return { organizationId, projectId, pipeline, files: kept, contextId, contextData, crowd, startedBy };
}

/** Null: none were given. The run keeps them as they are now. */
export async function claimsOf(
  deps: Pick<Deps, 'contexts'>,
  call: CallContext,
  { pipeline, order }: { readonly pipeline: Pipeline; readonly order: RunOrder },
): Promise<ContextClaims | null> {
  const { projectId, contextId = '', contextData: given } = order;
  const saved = contextId === '' ? undefined : (await getContext(deps, call, { projectId, contextId })).data;
  const claims = claimsFor(pipeline, { saved: saved ?? {}, given: given ?? {} });
  return saved === undefined && given === undefined ? null : claims;
}

/** NOT_FOUND for an unknown pipeline; FAILED_PRECONDITION for one that is not active or of another version. */
export async function startablePipeline({
  pipelineSlug,
  pipelineVersion,
}: Pick<RunOrder, 'pipelineSlug' | 'pipelineVersion'>): Promise<Pipeline> {
  const pipeline = await getPipeline(pipelineSlug);
  const { status, version } = pipeline;
  if (status !== 'active') {
    throw unavailable(`${pipelineSlug} cannot be started now`, { state: status, allowed: ['active'] });
  }
  if (pipelineVersion !== undefined && pipelineVersion !== version) {
    const message = `version ${pipelineVersion} of ${pipelineSlug} cannot be started`;
    throw unavailable(message, { state: pipelineVersion, allowed: [version] });
  }
  return pipeline;
}

function unavailable(message: string, details: ErrorDetails): DomainError {
  return new DomainError('FAILED_PRECONDITION', 'PIPELINE_UNAVAILABLE', message, { details });
}

/** FAILED_PRECONDITION with reason MAX_COST_EXCEEDED when the run costs more than the order allows. */
export function checkMaxCost({ pipeline, crowd }: NewRun, { maxCostCents }: RunOrder): void {
  const costCents = priceRun(pipeline, crowd);
  if (maxCostCents === undefined || costCents <= maxCostCents) return;
  throw new DomainError(
    'FAILED_PRECONDITION',
    'MAX_COST_EXCEEDED',
    'The run costs more than `maxCostCents`. Raise it or choose fewer files.',
    {
      details: { maxCostCents, costCents },
    },
  );
}
