import { InputDataSetsServiceService } from '@assay/proto/inputdata/v1/input_data_sets_service';
import { nothing, one, page } from '../answer.ts';
import { operation } from '../operation.ts';
import type { Resource } from '../operation.ts';

const rpcs = InputDataSetsServiceService;

/** JSON may write a character in six bytes. */
const maxBodyBytes = 16 * 2 ** 20;

const limits =
  'A set has at most 100 lists and 100,000 values of 10,000 characters and 8 MiB in all. Names are there once; `groups` name ' +
  'lists of the set, each of which is in one group at most.';

export const inputData: Resource = {
  tag: { name: 'Input data', description: 'Lists of values that tasks for people are filled with.' },
  operations: {
    createInputDataSet: operation('POST /v2/projects/:projectId/input-data', rpcs.createInputDataSet, {
      summary: 'Create a set of input data',
      description: `${limits} With scope \`organization\` it is shown in every project.`,
      status: 201,
      defaults: { scope: 'project' },
      maxBodyBytes,
      answer: one('dataSet', 'The new set.'),
    }),
    listInputDataSets: operation('GET /v2/projects/:projectId/input-data', rpcs.listInputDataSets, {
      summary: 'List the input data of a project',
      description:
        'The sets of the project and those of the whole organization, newest first, without their lists: a set is read for them.',
      answer: page('dataSets', 'A page of sets.'),
    }),
    getInputDataSet: operation('GET /v2/projects/:projectId/input-data/:dataSetId', rpcs.getInputDataSet, {
      summary: 'Read a set of input data',
      description: 'One set with all its lists.',
      answer: one('dataSet', 'The set.'),
    }),
    updateInputDataSet: operation(
      'PUT /v2/projects/:projectId/input-data/:dataSetId',
      rpcs.updateInputDataSet,
      {
        summary: 'Change a set of input data',
        description:
          `What is not sent stays; \`description\` null clears it. \`lists\` and \`groups\` are the whole lists. ${limits} 409 once ` +
          'a job uses the set, and when it was changed at the same time.',
        errors: ['CONFLICT'],
        maxBodyBytes,
        answer: one('dataSet', 'The set.'),
      },
    ),
    deleteInputDataSet: operation(
      'DELETE /v2/projects/:projectId/input-data/:dataSetId',
      rpcs.deleteInputDataSet,
      {
        summary: 'Delete a set of input data',
        description: '409 once a job uses the set.',
        errors: ['CONFLICT'],
        answer: nothing('It is deleted.'),
      },
    ),
  },
};
