import { RunsServiceService } from '@assay/proto/runs/v1/runs_service';
import { array, content, one, page } from '../answer.ts';
import { compositeOperation, operation, adapterOperation } from '../operation.ts';
import type { Resource } from '../operation.ts';
import { runWithStages } from '../shapes/run.ts';
import { startRunBody } from '../shapes/start-run-body.ts';

const rpcs = RunsServiceService;

/** A report may quote file names and metadata: whatever it contains, a browser must not execute it here. */
const reportPolicy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; sandbox";

const wholeDocument = { type: 'string', description: 'The whole document.' };
const machineReadable = {
  description: 'Run, files, claims, conclusion, error rate and stages; `schema` names the format.',
  examples: [
    { schema: 'assay-report/1', conclusion: { verdict: 'authentic', confidence: 0.94 }, stages: [] },
  ],
};

/** Each event of a stream, as OpenAPI 3.1 has it: the fields that the HTML standard names. */
const runEvent = {
  type: 'object',
  description: 'An event, as the HTML standard writes it.',
  required: ['id', 'event', 'data'],
  properties: {
    id: { type: 'string', description: 'What `Last-Event-ID` says to go on behind this event.' },
    event: { type: 'string', enum: ['run', 'stage'], description: 'What has changed.' },
    data: {
      type: 'string',
      contentMediaType: 'application/json',
      description: 'The run without its stages, or the stage, as reading the run shows it: JSON.',
    },
  },
} as const;

export const runs: Resource = {
  tag: { name: 'Verification runs', description: 'Run a pipeline over files, read verdict and report.' },
  operations: {
    startRun: operation('POST /v2/projects/:projectId/verification-runs', rpcs.startRun, {
      summary: 'Start a verification run',
      description:
        'Runs a pipeline over files of the project, whose `enrichmentStatus` must be `completed`, and over claims. ' +
        'Claims are given with the start, taken from a saved context, or both: then those given with the start go over the saved ' +
        'ones. The run keeps them as they were. ' +
        'Each file stands for an entry of `requiredFiles` that takes its type; where the files cannot be given to the entries ' +
        'so that each has `minCount` to `maxCount` of them, or a file is of another type, the answer is 422 with `requiredFiles`, ' +
        'and `fileId` and `mimeType` of the file that does not fit. A key of the pipeline that is missing is 422 with ' +
        '`requiredKeys` and `providedKeys`; a key given with the start that the pipeline does not know, or a value of another ' +
        'type than it says, is 400 with its `field`. ' +
        'The cost is held at once, charged when the run completes and released when it fails. ' +
        'With `maxCostCents` a run that costs more is not started (402), with `pipelineVersion` one of another version of the ' +
        'pipeline is not (409). Either shape of the body is accepted, a mixture is not.',
      errors: ['PAYMENT_REQUIRED', 'CONFLICT', 'INVALID_STATE', 'UNPROCESSABLE_ENTITY'],
      status: 201,
      body: startRunBody,
      answer: one('run', 'The run, pending.', runWithStages),
    }),
    estimateRun: operation('POST /v2/projects/:projectId/verification-runs/estimate', rpcs.estimateRun, {
      summary: 'Estimate what a verification run costs',
      description:
        'Takes the body of a start, refuses what a start would refuse, and holds nothing. That the money does not suffice is no ' +
        'error here: `sufficient` says so. The price is that of the whole run, of which each stage has the ' +
        'share that the pipeline gives it: together they are the price.',
      errors: ['INVALID_STATE', 'UNPROCESSABLE_ENTITY'],
      body: startRunBody,
      answer: one('estimate', 'The estimate.'),
    }),
    listRuns: operation('GET /v2/projects/:projectId/verification-runs', rpcs.listRuns, {
      summary: 'List the runs of a project',
      description: 'The runs of one project, newest first, without their stages.',
      renamed: { pipelineSlug: 'pipeline_id' },
      answer: page('runs', 'A page of runs.'),
    }),
    getProjectRun: operation('GET /v2/projects/:projectId/verification-runs/:runId', rpcs.getRun, {
      summary: 'Read a run',
      description:
        'One run with its stages. Ask again every 5 to 10 seconds until `status` is `completed` or `failed`.',
      answer: one('run', 'The run.', runWithStages),
    }),
    cancelRun: operation('POST /v2/projects/:projectId/verification-runs/:runId/cancel', rpcs.cancelRun, {
      summary: 'Cancel a run',
      description:
        'Ends a run that is `pending`, `running` or `awaiting_crowd`: it becomes `failed` with the error `canceled`, costs nothing, ' +
        'and what was held is released. A run that was canceled before is answered as it is; one that ended otherwise is 409.',
      errors: ['INVALID_STATE', 'CONFLICT'],
      answer: one('run', 'The run, failed.', runWithStages),
    }),
    restartRun: operation('POST /v2/projects/:projectId/verification-runs/:runId/restart', rpcs.restartRun, {
      summary: 'Restart a failed run',
      description:
        'Lets a run that is `failed` begin anew under its id, over the same files and claims, with the pipeline as it is now. ' +
        'The cost is held again. A run in another state is 409; 404 when a file of it was deleted.',
      errors: ['PAYMENT_REQUIRED', 'CONFLICT', 'INVALID_STATE'],
      answer: one('run', 'The run, pending.', runWithStages),
    }),
    replayRun: operation('POST /v2/projects/:projectId/verification-runs/:runId/replay', rpcs.replayRun, {
      summary: 'Do a completed run again and compare',
      description:
        'Runs the checks that the run has had on the same file once more, as they are now, and weighs what they find. Free of charge, ' +
        'and nothing of the run changes. A stage is the `same` when as much could be checked and every score agrees within ' +
        '0.000001. Other versions of checks, a trust list that changed, or another version of the pipeline can make a difference, ' +
        'which says nothing against the file. The answer of an external detector is taken as it was recorded. It takes as long as the run did, at most ' +
        'two minutes (503). Each process of the platform that answers does one replay of an organization at a time (429). 409 before the run is `completed`; 404 when a ' +
        'file of it was deleted; 422 when the file is too much for a check now.',
      errors: ['INVALID_STATE', 'UNPROCESSABLE_ENTITY'],
      answer: one('replay', 'The comparison.'),
    }),
    getRunReport: compositeOperation(
      'GET /v2/projects/:projectId/verification-runs/:runId/report',
      [rpcs.getReport],
      {
        summary: 'Read the report of a run',
        description:
          'What was found, for people (`html`, self-contained, `pdf`, or `md`) or for machines (`json`). The PDF names the run and the ' +
          'SHA-256 of the file on every page.',
        errors: ['INVALID_STATE'],
        defaults: { format: 'html' },
        answer: content('The report, in the form asked for.', {
          'text/html': wholeDocument,
          'application/pdf': { type: 'string', format: 'binary', description: 'The whole document.' },
          'text/markdown': wholeDocument,
          'application/json': machineReadable,
        }),
        perform: async ({ callRpc }, call, request) => ({
          ...(await callRpc(rpcs.getReport, call, request)),
          headers: { 'content-security-policy': reportPolicy },
        }),
      },
    ),
    listRunArtifacts: operation(
      'GET /v2/projects/:projectId/verification-runs/:runId/artifacts',
      rpcs.listArtifacts,
      {
        summary: 'List what the stages of a run made',
        description: 'Heat maps, tables and the like, with fresh links, in the order of the stages.',
        answer: array('artifacts', 'The artifacts.'),
      },
    ),
    listRunSignals: operation(
      'GET /v2/projects/:projectId/verification-runs/:runId/signals',
      rpcs.listSignals,
      {
        summary: 'List what speaks for or against the files of a run',
        description:
          'What each check found that has weight, strongest first, with what it rests on. What a check could not look for, or found ' +
          'nothing of, is in the report. Stages that are not completed have no signals yet.',
        answer: array('signals', 'The signals.'),
      },
    ),
    listRunRevisions: operation(
      'GET /v2/projects/:projectId/verification-runs/:runId/revisions',
      rpcs.listRevisions,
      {
        summary: 'List what a run has concluded',
        description:
          'The conclusions of the run, the first one first: 1 for a run that was never revised, none before it is completed.',
        answer: array('revisions', 'The revisions.'),
      },
    ),
    streamRunEvents: adapterOperation(
      'GET /v2/projects/:projectId/verification-runs/:runId/events',
      [rpcs.listRunEvents],
      {
        summary: 'Follow a run',
        description:
          'Server-sent events: `run` when the run changes, `stage` when a stage does, whose data are the objects that reading the ' +
          'run shows, the run without its stages. The stream begins with what has happened so far, or behind the event that ' +
          '`Last-Event-ID` names, and ends with the run; of one that has ended it sends the history and ends. Where nothing ' +
          'changes a comment comes every 15 seconds. After 10 minutes, or when a gateway stops, a stream ends before its run: ' +
          'clients such as `EventSource` then ask again by themselves. A credential has at most 20 streams open (by ' +
          'configuration): 429.',
        params: {
          type: 'object',
          required: ['projectId', 'runId'],
          properties: {
            projectId: { type: 'string', description: 'The project of the run.' },
            runId: { type: 'string', description: 'The run.' },
          },
        },
        headers: {
          type: 'object',
          properties: {
            'Last-Event-ID': { type: 'string', description: 'The `id` of the last event that is known.' },
          },
        },
        answer: content('The events.', {
          'text/event-stream': runEvent,
        }),
      },
    ),
    getRun: operation('GET /v2/verification-runs/:runId', rpcs.getRun, {
      summary: 'Read a run by its id alone',
      description: 'The same object as with the project in the path.',
      omitted: ['projectId'],
      answer: one('run', 'The run.', runWithStages),
    }),
  },
};
