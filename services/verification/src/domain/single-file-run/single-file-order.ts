import { readUserId } from '@assay/chassis/call-context';
import type { CallContext } from '@assay/chassis/call-context';
import type { Deps } from '../../deps.ts';
import { checkFilesForOutsiders, readCrowdOptions } from '../pipeline/crowd-options.ts';
import { checkFileIds, checkSubjectFiles, withoutAccess } from '../subject-file/subject-file.ts';
import { claimsOf, startablePipeline } from '../run/run-order.ts';
import type { RunOrder } from '../run/run-order.ts';
import type { NewRun } from '../run/run.ts';

/** Over which files one pipeline is to run, each by itself. */
export type SingleFileOrder = Pick<
  RunOrder,
  'projectId' | 'pipelineSlug' | 'fileIds' | 'contextId' | 'crowd'
>;

/** One run for each file, as far as all of them can be had. Errors as RunPipeline says, but for those about money. */
export async function checkSingleFileOrder(
  deps: Pick<Deps, 'contexts' | 'projectFiles'>,
  call: CallContext,
  order: SingleFileOrder,
): Promise<readonly NewRun[]> {
  const { projectId, fileIds, contextId = '' } = order;
  const pipeline = await startablePipeline(order);
  const crowd = readCrowdOptions(pipeline, order.crowd);
  checkFileIds(pipeline, fileIds.slice(0, 1));
  await deps.projectFiles.checkProject(call, projectId);
  const files = await deps.projectFiles.find(call, projectId, fileIds);
  const contextData = await claimsOf(deps, call, { pipeline, order });
  for (const file of files) checkSubjectFiles(pipeline, [file]);
  checkFilesForOutsiders(crowd, files);
  const { organizationId } = call;
  const startedBy = readUserId(call);
  return files.map((file) => ({
    organizationId,
    projectId,
    pipeline,
    files: [withoutAccess(file)],
    contextId,
    contextData,
    crowd,
    startedBy,
  }));
}
