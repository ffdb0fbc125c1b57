import { CreateInputDataSetRequest } from '@assay/proto/inputdata/v1/input_data_sets_service';

/** A set with two lists. */
export function newInputData(
  projectId: string,
  overrides: Partial<CreateInputDataSetRequest> = {},
): CreateInputDataSetRequest {
  const lists = [
    { name: 'city', values: ['Hamburg', 'Bremen'] },
    { name: 'river', values: ['Elbe'] },
  ];
  const given = { projectId, name: 'Places', language: 'de', lists };
  return { ...CreateInputDataSetRequest.fromPartial(given), ...overrides };
}
