import { readUserId } from '@assay/chassis/call-context';
import type { CallContext } from '@assay/chassis/call-context';
import { newIdFor } from '@assay/chassis/ids';
import type { Deps } from '../../deps.ts';
import { findProject } from '../project/get-project.ts';
import { buildGroups, buildLists } from './build-lists.ts';
import type { InputDataContent, InputDataSet } from './input-data-set.ts';

/** Stores a set of input data. Errors as CreateInputDataSet says. */
export async function createInputDataSet(
  { inputData, projects, clock }: Pick<Deps, 'inputData' | 'projects' | 'clock'>,
  call: CallContext,
  { projectId, ...content }: InputDataContent & { readonly projectId: string },
): Promise<InputDataSet> {
  await findProject({ projects }, call, projectId);
  const now = clock.now();
  const lists = buildLists(content.lists, { now });
  const dataSet: InputDataSet = {
    id: newIdFor(call),
    organizationId: call.organizationId,
    projectId,
    name: content.name.trim(),
    description: content.description,
    encoding: content.encoding,
    scope: content.scope,
    language: content.language,
    uploaderId: readUserId(call),
    lists,
    groups: buildGroups(content.groups, lists),
    revision: 0,
    createdAt: now,
    updatedAt: now,
  };
  return inputData.insert(dataSet);
}
