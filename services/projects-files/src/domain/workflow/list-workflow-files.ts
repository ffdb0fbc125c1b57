import type { CallContext } from '@assay/chassis/call-context';
import { notFound } from '@assay/chassis/errors';
import type { Deps } from '../../deps.ts';
import type { File } from '../file/file.ts';
import { getWorkflow } from './get-workflow.ts';
import type { Workflow } from './workflow.ts';

/** The files that workflows link, each once. */
interface LinkedFiles {
  readonly input: readonly File[];
  readonly output: readonly File[];
}

/** The files a record links, those it read first. NOT_FOUND for an unknown record. */
export async function listWorkflowFiles(
  deps: Pick<Deps, 'files' | 'workflows'>,
  call: CallContext,
  workflowId: string,
): Promise<readonly File[]> {
  const { input, output } = await linkedFiles(deps, [await getWorkflow(deps, call, workflowId)]);
  return [...input, ...output];
}

/** The files of the newest records of a pipeline. NOT_FOUND for a pipeline without any. */
export async function listPipelineFiles(
  deps: Pick<Deps, 'files' | 'workflows'>,
  { organizationId }: CallContext,
  { pipelineId, limit, cursor = '' }: PipelinePage,
): Promise<LinkedFiles & { readonly nextCursor: string | undefined }> {
  const page = { limit, offset: 0, cursor };
  const { items, total, nextCursor } = await deps.workflows.listOfPipeline(
    organizationId,
    pipelineId.toLowerCase(),
    page,
  );
  if (total === 0) throw notFound('pipeline');
  return { ...(await linkedFiles(deps, items)), nextCursor };
}

interface PipelinePage {
  readonly pipelineId: string;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** In the order of the records; those that were deleted are left out. */
async function linkedFiles(
  { files }: Pick<Deps, 'files'>,
  workflows: readonly Workflow[],
): Promise<LinkedFiles> {
  const found = new Map<string, File>();
  for (const { organizationId, projectId, inputFileIds, outputFiles } of workflows) {
    const ids = [...inputFileIds, ...outputFiles.map(({ fileId }) => fileId)].filter((id) => !found.has(id));
    if (ids.length === 0) continue;
    for (const file of await files.findMany(organizationId, projectId, ids)) found.set(file.id, file);
  }
  const filesOf = (ids: readonly string[]): File[] =>
    [...new Set(ids)].map((id) => found.get(id)).filter((file) => file !== undefined);
  return {
    input: filesOf(workflows.flatMap(({ inputFileIds }) => inputFileIds)),
    output: filesOf(workflows.flatMap(({ outputFiles }) => outputFiles.map(({ fileId }) => fileId))),
  };
}
