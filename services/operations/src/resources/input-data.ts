import {
  CreateInputDataSetRequest,
  InputDataSetsServiceService,
} from '@assay/proto/inputdata/v1/input_data_sets_service';
import { noContent, one, page } from '../answer.ts';
import { readFieldRules } from '../derive/message.ts';
import { operation, adapterOperation } from '../operation.ts';
import type { Resource } from '../operation.ts';

const rpcs = InputDataSetsServiceService;

/** A JSON string can encode one character in six bytes. */
const maxBodyBytes = 16 * 2 ** 20;

const size =
  'A set has at most 100 lists and 100,000 values, each with at most 10,000 characters and 8 MiB in total.';
const limits = `${size} Names are unique in the set. \`groups\` refers to lists of the set by name; a list can be in only one group.`;

const csvForm = {
  type: 'object',
  required: ['file', 'language'],
  additionalProperties: false,
  properties: {
    file: { type: 'string', format: 'binary', description: 'The CSV file, with its name.' },
    description: {
      type: 'string',
      maxLength: readFieldRules(CreateInputDataSetRequest, 'description').maxLength,
      description: 'The purpose of the set. Empty for none.',
    },
    scope: {
      type: 'string',
      enum: ['project', 'organization'],
      default: 'project',
      description: 'The visibility of the set.',
    },
    language: {
      type: 'string',
      enum: readFieldRules(CreateInputDataSetRequest, 'language').oneOf,
      description:
        'The language of the values, as a two-letter code. It decides between encodings that the file could have.',
    },
    encoding: {
      type: 'string',
      maxLength: 40,
      description:
        'The character encoding of the file, as the Encoding Standard names it. Empty to detect it.',
    },
    group: {
      type: 'string',
      enum: ['true', 'false', ''],
      default: 'true',
      description:
        'If true, the columns are one group, so that a job has one task for each row. If false, the columns are lists that multiply.',
    },
  },
};

export const inputData: Resource = {
  tag: { name: 'Input data', description: 'Lists of values for crowd tasks.' },
  operations: {
    createInputDataSet: operation('POST /v2/projects/:projectId/input-data', rpcs.createInputDataSet, {
      summary: 'Create an input data set',
      description: `${limits} A set with scope \`organization\` is visible in every project.`,
      status: 201,
      omitted: ['encoding'],
      defaults: { scope: 'project' },
      maxBodyBytes,
      answer: one('dataSet', 'The new set.'),
    }),
    importInputData: adapterOperation(
      'POST /v2/projects/:projectId/input-data/from-csv',
      [rpcs.createInputDataSet],
      {
        summary: 'Create an input data set from a CSV file',
        description:
          'Each column becomes a list, named by its first cell. The columns are one group with the name of the file: a job gets one task for ' +
          'each row, and an empty cell is an empty value, which is null in `inputData` of a task and which a survey shows as empty. ' +
          '`group=false` makes lists of their own instead, which multiply. The set gets the name of the file without its extension. The file is ' +
          'UTF-8, UTF-16, or an older encoding of its language, unless `encoding` states it; the response has the encoding that was ' +
          'used. The separator (comma, semicolon, tab or `|`) is detected from the first lines, or stated by a first line `sep=;`, ' +
          'and cells are quoted as in RFC 4180. Cells are stored unchanged, but `="00123"` is the text `00123`; empty lines and rows, and ' +
          'without a group empty cells at the end of a column, are left out. A file with invalid lines is refused and not stored; `details.rows` lists the lines. A file that is not a text ' +
          'or has no values is refused with {UNPROCESSABLE_FILE}, and a file above the maximum of {getLimits} with ' +
          '{PAYLOAD_TOO_LARGE}. If the organization already has the maximum number of running imports (`details.limit`), the request ' +
          'waits up to 25 seconds and is then refused with {CONCURRENCY_LIMIT}. A file that takes more than 20 seconds to arrive gives ' +
          `way to waiting imports of other organizations: it is refused with a retryable error. ${size}`,
        status: 201,
        errors: ['UNPROCESSABLE_FILE', 'CONCURRENCY_LIMIT'],
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
      summary: 'List the input data sets of a project',
      description:
        'Lists the sets of the project and those of the whole organization, newest first. Lists of values are not included; read a ' +
        'single set to get them.',
      answer: page('dataSets', 'A page of sets.'),
    }),
    getInputDataSet: operation('GET /v2/projects/:projectId/input-data/:dataSetId', rpcs.getInputDataSet, {
      summary: 'Read an input data set',
      description: 'Returns one set with all its lists.',
      answer: one('dataSet', 'The set.'),
    }),
    updateInputDataSet: operation(
      'PUT /v2/projects/:projectId/input-data/:dataSetId',
      rpcs.updateInputDataSet,
      {
        summary: 'Change an input data set',
        description:
          'Fields that are not sent keep their values; null clears `description`. `lists` and `groups` replace the complete lists. ' +
          `${limits} A set that a job uses is refused with {INPUT_DATA_IN_USE}, and a set that another request changed at the same ` +
          'time with {INPUT_DATA_CHANGED}.',
        errors: ['INPUT_DATA_IN_USE', 'INPUT_DATA_CHANGED'],
        maxBodyBytes,
        answer: one('dataSet', 'The set.'),
      },
    ),
    deleteInputDataSet: operation(
      'DELETE /v2/projects/:projectId/input-data/:dataSetId',
      rpcs.deleteInputDataSet,
      {
        summary: 'Delete an input data set',
        description: 'Deletes the set. A set that a job uses is refused with {INPUT_DATA_IN_USE}.',
        errors: ['INPUT_DATA_IN_USE'],
        answer: noContent('The set is deleted.'),
      },
    ),
  },
};
