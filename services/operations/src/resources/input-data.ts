import {
  CreateInputDataSetRequest,
  InputDataSetsServiceService,
} from '@assay/proto/inputdata/v1/input_data_sets_service';
import { noContent, one, page } from '../answer.ts';
import { readFieldRules } from '../derive/message.ts';
import { operation, adapterOperation } from '../operation.ts';
import type { Resource } from '../operation.ts';

const rpcs = InputDataSetsServiceService;

/** JSON may write a character in six bytes. */
const maxBodyBytes = 16 * 2 ** 20;

const size = 'A set has at most 100 lists and 100,000 values of 10,000 characters and 8 MiB in all.';
const limits = `${size} Names are there once; \`groups\` name lists of the set, each of which is in one group at most.`;

const csvForm = {
  type: 'object',
  required: ['file', 'language'],
  additionalProperties: false,
  properties: {
    file: { type: 'string', format: 'binary', description: 'The CSV file, with its name.' },
    description: {
      type: 'string',
      maxLength: readFieldRules(CreateInputDataSetRequest, 'description').maxLength,
      description: 'What the set is for; empty: nothing is said.',
    },
    scope: {
      type: 'string',
      enum: ['project', 'organization'],
      default: 'project',
      description: 'Where the set is shown.',
    },
    language: {
      type: 'string',
      enum: readFieldRules(CreateInputDataSetRequest, 'language').oneOf,
      description: 'The language of the values, as a code of two letters.',
    },
  },
};

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
    importInputData: adapterOperation(
      'POST /v2/projects/:projectId/input-data/from-csv',
      [rpcs.createInputDataSet],
      {
        summary: 'Create a set of input data from a CSV file',
        description:
          'Each column is a list with the name that its first cell gives; the set has the name of the file without its ' +
          'extension. The file is UTF-8, UTF-16 or, where it is neither, windows-1252; its cells are separated by commas, ' +
          'semicolons, tabs or `|`, as its first lines show, and quoted as RFC 4180 says. Cells are kept as they are; empty ' +
          'lines, and empty cells at the end of a column, are left out. Nothing is stored of a file with lines that cannot be ' +
          'taken: 400 with `details.rows`. A file that is no text or has no values is 422, one that is too large 413: ' +
          `\`GET /v2/limits\` says how large. While an organization has as many imports under way as it may, another one is 409 with ` +
          `\`details.limit\`. ${size}`,
        status: 201,
        errors: ['UNPROCESSABLE_ENTITY', 'CONFLICT'],
        params: {
          type: 'object',
          required: ['projectId'],
          properties: { projectId: { type: 'string', description: 'The project.' } },
        },
        body: { mimeType: 'multipart/form-data', schema: csvForm },
        answer: one('dataSet', 'The new set.'),
      },
    ),
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
        answer: noContent('It is deleted.'),
      },
    ),
  },
};
