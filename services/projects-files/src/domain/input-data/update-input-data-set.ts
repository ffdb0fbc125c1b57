import type { CallContext } from '@assay/chassis/call-context';
import { DomainError, invalidField } from '@assay/chassis/errors';
import type { Deps } from '../../deps.ts';
import { buildGroups, buildLists } from './build-lists.ts';
import { getInputDataSet } from './get-input-data-set.ts';
import { inUse } from './input-data-set.ts';
import type { InputDataChanges, InputDataPlace, InputDataSet } from './input-data-set.ts';

type ChangeDeps = Pick<Deps, 'inputData' | 'projects' | 'clock'>;

/** Changes a set that no job uses. Errors as UpdateInputDataSet says. */
export async function updateInputDataSet(
  deps: ChangeDeps,
  call: CallContext,
  { changes, ...place }: InputDataPlace & { readonly changes: InputDataChanges },
): Promise<InputDataSet> {
  const before = await getInputDataSet(deps, call, place);
  const changed = applyTo(before, changes, deps.clock.now());
  switch (await deps.inputData.replace(before, changed)) {
    case 'done':
      return changed;
    case 'in use':
      throw inUse();
    case 'changed':
      throw new DomainError(
        'ABORTED',
        'INPUT_DATA_CHANGED',
        'Another request changed the input data. Read it and try again.',
      );
  }
}

/** Deletes a set that no job uses. Errors as DeleteInputDataSet says. */
export async function deleteInputDataSet(
  deps: ChangeDeps,
  call: CallContext,
  place: InputDataPlace,
): Promise<void> {
  const { id } = await getInputDataSet(deps, call, place);
  if (!(await deps.inputData.remove(call.organizationId, id))) throw inUse();
}

function applyTo(before: InputDataSet, changes: InputDataChanges, now: Date): InputDataSet {
  const { lists: contents, groups: grouped, name = before.name, ...plain } = changes;
  const lists = contents === undefined ? before.lists : buildLists(contents, { lists: before.lists, now });
  const groups = grouped === undefined ? before.groups : buildGroups(grouped, lists);
  const ids = new Set(lists.map(({ id }) => id));
  if (groups.some(({ listIds }) => listIds.some((id) => !ids.has(id)))) {
    throw invalidField('groups', 'groups contains a list that the request does not contain');
  }
  const { revision } = before;
  return { ...before, ...plain, name: name.trim(), lists, groups, revision: revision + 1, updatedAt: now };
}
