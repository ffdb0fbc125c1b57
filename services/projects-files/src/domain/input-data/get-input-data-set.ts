import type { CallContext } from '@assay/chassis/call-context';
import { notFound } from '@assay/chassis/errors';
import type { Page, PageOf } from '@assay/chassis/pagination';
import type { Deps } from '../../deps.ts';
import { findProject } from '../project/get-project.ts';
import type { InputDataPlace, InputDataSet, InputDataSummary } from './input-data-set.ts';

type ReadDeps = Pick<Deps, 'inputData' | 'projects'>;

/** A set that is shown in a project of the caller's organization. NOT_FOUND otherwise. */
export async function getInputDataSet(
  deps: ReadDeps,
  call: CallContext,
  place: InputDataPlace,
): Promise<InputDataSet> {
  await findProject(deps, call, place.projectId);
  const dataSet = await deps.inputData.find(call.organizationId, place);
  if (dataSet === undefined) throw notFound('input data set');
  return dataSet;
}

/** Locks a set permanently, because a job uses it, and returns it. NOT_FOUND as in getInputDataSet. */
export async function lockInputDataSet(
  deps: ReadDeps,
  call: CallContext,
  place: InputDataPlace,
): Promise<InputDataSet> {
  await findProject(deps, call, place.projectId);
  const dataSet = await deps.inputData.markUsed(call.organizationId, place);
  if (dataSet === undefined) throw notFound('input data set');
  return dataSet;
}

/** The sets that are shown in a project, newest first. NOT_FOUND for an unknown project. */
export async function listInputDataSets(
  deps: ReadDeps,
  call: CallContext,
  { projectId, ...page }: Page & { readonly projectId: string },
): Promise<PageOf<InputDataSummary>> {
  await findProject(deps, call, projectId);
  return deps.inputData.list(call.organizationId, projectId, page);
}
