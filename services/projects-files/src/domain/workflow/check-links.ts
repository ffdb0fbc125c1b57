import type { CallContext } from '@assay/chassis/call-context';
import { invalidField, notFound } from '@assay/chassis/errors';
import type { Deps } from '../../deps.ts';
import type { File } from '../file/file.ts';
import { outputTaken } from './workflow.ts';
import type { Workflow, WorkflowLinks } from './workflow.ts';

const maxFiles = 100;
const noLinks: WorkflowLinks = { inputFileIds: [], outputFiles: [] };

/**
 * Checks what a record is to link. INVALID_ARGUMENT for lists that contradict themselves, NOT_FOUND for files that are not
 * in its project, unless they were linked before, WORKFLOW_OUTPUT_TAKEN for outputs of another record.
 */
export async function checkLinks(
  deps: Pick<Deps, 'files' | 'workflows'>,
  call: CallContext,
  { workflow, before = noLinks }: { readonly workflow: Workflow; readonly before?: WorkflowLinks },
): Promise<void> {
  checkLists(workflow);
  const known = new Set(filesOf(before));
  const files = await findFiles(
    deps,
    workflow,
    filesOf(workflow).filter((id) => !known.has(id)),
  );
  for (const { fileId } of workflow.outputFiles) {
    const file = files.get(fileId);
    if (file !== undefined && (await isOfAnother(deps, workflow, file))) throw outputTaken(fileId);
  }
}

/** Whether another record, which is still there, says that it made the file. */
export async function isOfAnother(
  { workflows }: Pick<Deps, 'workflows'>,
  { id, organizationId }: Workflow,
  { originWorkflowId }: File,
): Promise<boolean> {
  if (originWorkflowId === undefined || originWorkflowId === id) return false;
  return (await workflows.find(organizationId, originWorkflowId)) !== undefined;
}

function checkLists({ inputFileIds, outputFiles }: WorkflowLinks): void {
  const outputs = outputFiles.map(({ fileId }) => fileId);
  if (new Set(outputs).size < outputs.length) refuseOutputs('must not name a file twice');
  if (outputs.some((id) => inputFileIds.includes(id))) refuseOutputs('must not name a file that was read');
  if (outputFiles.some(({ fileId, sourceFileId }) => fileId === sourceFileId)) {
    refuseOutputs('must not name a file as made of itself');
  }
  if (inputFileIds.length + outputs.length > maxFiles) {
    refuseOutputs(`must have at most ${maxFiles.toString()} entries together with inputFileIds`);
  }
}

function refuseOutputs(violation: string): never {
  throw invalidField('outputFiles', `outputFiles ${violation}`);
}

function filesOf({ inputFileIds, outputFiles }: WorkflowLinks): string[] {
  const made = outputFiles.flatMap(({ fileId, sourceFileId }) => [fileId, sourceFileId ?? fileId]);
  return [...new Set([...inputFileIds, ...made])];
}

async function findFiles(
  { files }: Pick<Deps, 'files'>,
  { organizationId, projectId }: Workflow,
  fileIds: readonly string[],
): Promise<ReadonlyMap<string, File>> {
  if (fileIds.length === 0) return new Map();
  const found = await files.findMany(organizationId, projectId, fileIds);
  if (found.length < fileIds.length) throw notFound('file');
  return new Map(found.map((file) => [file.id, file]));
}
