import { InputDataSet, InputDataSummary } from '@assay/proto/inputdata/v1/input_data_set';
import {
  CreateInputDataSetRequest,
  UpdateInputDataSetRequest,
} from '@assay/proto/inputdata/v1/input_data_sets_service';
import { sample } from '../sample.ts';
import { createdAt, ids, updatedAt } from './values.ts';

const content = {
  name: 'Harbours',
  description: 'Places that people are asked about.',
  scope: 'INPUT_DATA_SCOPE_PROJECT',
  language: 'de',
} as const;
const values = ['Hamburg', 'Århus', 'İzmir'];
const facts = {
  id: ids.dataSet,
  ...content,
  projectId: ids.project,
  organizationId: ids.organization,
  uploaderId: ids.user,
  createdAt,
  updatedAt,
};

export const inputDataSamples = [
  sample(InputDataSet, {
    ...facts,
    lists: [{ id: ids.list, name: 'city', values, dataSetId: ids.dataSet, createdAt, updatedAt }],
    groups: [{ id: ids.group, name: 'places', listIds: [ids.list] }],
  }),
  sample(InputDataSummary, { ...facts, listCount: 1, valueCount: 3 }),
  sample(CreateInputDataSetRequest, {
    ...content,
    lists: [{ name: 'city', values }],
    groups: [{ name: 'places', lists: ['city'] }],
  }),
  sample(UpdateInputDataSetRequest, { description: 'Places on the coast.' }),
];
