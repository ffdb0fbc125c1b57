import { CrowdAnswersServiceService } from '@assay/proto/crowd/v1/crowd_answers_service';
import { content } from '../../answer.ts';
import { referTo } from '../../json-schema.ts';
import { adapterOperation } from '../../operation.ts';

const { readAnswerExport } = CrowdAnswersServiceService;

export const exportCrowdAnswers = adapterOperation(
  'GET /v2/crowd-jobs/:jobId/answers/export',
  [readAnswerExport],
  {
    summary: 'Export the answers to a crowd job',
    description:
      'Returns all answers in the order of their submission, in the same form as {listCrowdAnswers}. `json` is an array; `jsonl` has one ' +
      'object on each line; `csv` has a header row and one column `answers.<key>` for each question of the survey, with arrays and objects ' +
      "as JSON, and begins with a byte order mark, by which Excel knows UTF-8. A text in a cell that a spreadsheet would read as a formula gets a leading `'`. The answer is streamed: a response that " +
      'breaks off is incomplete.',
    params: {
      type: 'object',
      required: ['jobId'],
      properties: { jobId: { type: 'string', description: 'The id of the job.' } },
    },
    query: {
      type: 'object',
      additionalProperties: false,
      properties: {
        format: {
          type: 'string',
          enum: ['json', 'jsonl', 'csv'],
          default: 'json',
          description: 'The format of the export.',
        },
        status: {
          type: 'string',
          enum: ['pending_review', 'accepted', 'rejected'],
          description: 'Only answers in this state.',
        },
      },
    },
    answer: content('The answers.', {
      'application/json': { type: 'array', items: referTo('CrowdAnswer'), examples: [[]] },
      'application/x-ndjson': referTo('CrowdAnswer'),
      'text/csv': { type: 'string', description: 'A header row and one row for each answer.' },
    }),
  },
);
