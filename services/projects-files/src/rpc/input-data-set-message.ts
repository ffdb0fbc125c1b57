import { invalidField } from '@assay/chassis/errors';
import { readChanges } from '@assay/chassis/grpc/update-mask';
import type { PageOf } from '@assay/chassis/pagination';
import { InputDataScope } from '@assay/proto/inputdata/v1/input_data_set';
import type { InputDataSet as InputDataSetMessage } from '@assay/proto/inputdata/v1/input_data_set';
import type {
  CreateInputDataSetRequest,
  ListInputDataSetsResponse,
  UpdateInputDataSetRequest,
} from '@assay/proto/inputdata/v1/input_data_sets_service';
import type {
  InputDataChanges,
  InputDataContent,
  InputDataScope as DomainScope,
  InputDataSet,
  InputDataSummary,
} from '../domain/input-data/input-data-set.ts';

const messageScopes = {
  project: InputDataScope.PROJECT,
  organization: InputDataScope.ORGANIZATION,
} as const satisfies Record<DomainScope, InputDataScope>;

export function toInputDataSetMessage({
  revision: _revision,
  ...dataSet
}: InputDataSet): InputDataSetMessage {
  return {
    ...dataSet,
    scope: messageScopes[dataSet.scope],
    lists: dataSet.lists.map((list) => ({ ...list, values: [...list.values], dataSetId: dataSet.id })),
    groups: dataSet.groups.map((group) => ({ ...group, listIds: [...group.listIds] })),
  };
}

export function toListInputDataSetsResponse({
  items,
  ...facts
}: PageOf<InputDataSummary>): ListInputDataSetsResponse {
  return { dataSets: items.map((item) => ({ ...item, scope: messageScopes[item.scope] })), ...facts };
}

export function readInputDataContent({
  scope,
  ...request
}: CreateInputDataSetRequest): InputDataContent & { readonly projectId: string } {
  return { ...request, scope: readScope(scope) ?? 'project' };
}

/** INVALID_ARGUMENT for a field that cannot be changed. */
export function readInputDataChanges(request: UpdateInputDataSetRequest): InputDataChanges {
  return readChanges<UpdateInputDataSetRequest, InputDataChanges>(request, {
    name: ({ name }) => ({ name }),
    description: ({ description }) => ({ description }),
    scope: ({ scope }) => ({ scope: readScope(scope) ?? refuseScope() }),
    language: ({ language }) => ({ language }),
    lists: ({ lists }) => ({ lists }),
    groups: ({ groups }) => ({ groups }),
  });
}

/** Undefined when unspecified; INVALID_ARGUMENT for a value this version does not know. */
function readScope(scope: InputDataScope): DomainScope | undefined {
  switch (scope) {
    case InputDataScope.UNSPECIFIED:
      return undefined;
    case InputDataScope.PROJECT:
      return 'project';
    case InputDataScope.ORGANIZATION:
      return 'organization';
    case InputDataScope.UNRECOGNIZED:
      return refuseScope();
  }
}

/** The scope as a form names it; INVALID_ARGUMENT for any other word. */
export function toScopeMessage(word: string): InputDataScope {
  return Object.hasOwn(messageScopes, word) ? messageScopes[word as DomainScope] : refuseScope();
}

function refuseScope(): never {
  throw invalidField('scope', 'scope must be project or organization');
}
