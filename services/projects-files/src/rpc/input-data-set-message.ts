import { createEnumCodec } from '@assay/chassis/grpc/enum-codec';
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
  InputDataSet,
  InputDataSummary,
} from '../domain/input-data/input-data-set.ts';

const scopes = createEnumCodec(InputDataScope);

export function toInputDataSetMessage({
  revision: _revision,
  ...dataSet
}: InputDataSet): InputDataSetMessage {
  return {
    ...dataSet,
    scope: scopes.toMessage(dataSet.scope),
    lists: dataSet.lists.map((list) => ({ ...list, values: [...list.values], dataSetId: dataSet.id })),
    groups: dataSet.groups.map((group) => ({ ...group, listIds: [...group.listIds] })),
  };
}

export function toListInputDataSetsResponse({
  items,
  ...facts
}: PageOf<InputDataSummary>): ListInputDataSetsResponse {
  return { dataSets: items.map((item) => ({ ...item, scope: scopes.toMessage(item.scope) })), ...facts };
}

export function readInputDataContent({
  scope,
  ...request
}: CreateInputDataSetRequest): InputDataContent & { readonly projectId: string } {
  return { ...request, scope: scopes.read('scope', scope) ?? 'project' };
}

/** INVALID_ARGUMENT for a field that cannot be changed. */
export function readInputDataChanges(request: UpdateInputDataSetRequest): InputDataChanges {
  return readChanges<UpdateInputDataSetRequest, InputDataChanges>(request, {
    name: ({ name }) => ({ name }),
    description: ({ description }) => ({ description }),
    scope: ({ scope }) => ({ scope: scopes.readRequired('scope', scope) }),
    language: ({ language }) => ({ language }),
    lists: ({ lists }) => ({ lists }),
    groups: ({ groups }) => ({ groups }),
  });
}

/** The scope as a form names it; INVALID_ARGUMENT for any other word. */
export function toScopeMessage(word: string): InputDataScope {
  return scopes.parse(word) ?? InputDataScope.UNRECOGNIZED;
}
