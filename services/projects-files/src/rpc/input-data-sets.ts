import type { Rpcs } from '@assay/chassis/grpc/serve';
import type { InputDataSetsServiceService } from '@assay/proto/inputdata/v1/input_data_sets_service';
import type { Deps } from '../deps.ts';
import { createInputDataSet } from '../domain/input-data/create-input-data-set.ts';
import {
  getInputDataSet,
  listInputDataSets,
  lockInputDataSet,
} from '../domain/input-data/get-input-data-set.ts';
import { deleteInputDataSet, updateInputDataSet } from '../domain/input-data/update-input-data-set.ts';
import {
  readInputDataChanges,
  readInputDataContent,
  toInputDataSetMessage,
  toListInputDataSetsResponse,
} from './input-data-set-message.ts';

export const inputDataSetsRpcs: Rpcs<Deps, typeof InputDataSetsServiceService> = {
  createInputDataSet: async (deps, call, request) => ({
    dataSet: toInputDataSetMessage(await createInputDataSet(deps, call, readInputDataContent(request))),
  }),
  getInputDataSet: async (deps, call, place) => ({
    dataSet: toInputDataSetMessage(await getInputDataSet(deps, call, place)),
  }),
  listInputDataSets: async (deps, call, request) =>
    toListInputDataSetsResponse(await listInputDataSets(deps, call, request)),
  updateInputDataSet: async (deps, call, request) => ({
    dataSet: toInputDataSetMessage(
      await updateInputDataSet(deps, call, {
        projectId: request.projectId,
        dataSetId: request.dataSetId,
        changes: readInputDataChanges(request),
      }),
    ),
  }),
  deleteInputDataSet: (deps, call, place) => deleteInputDataSet(deps, call, place).then(() => ({})),
  lockInputDataSet: async (deps, call, place) => ({
    dataSet: toInputDataSetMessage(await lockInputDataSet(deps, call, place)),
  }),
};
