import { RunsServiceService } from '@assay/proto/runs/v1/runs_service';
import { array, content, one, page } from '../answer.ts';
import { compositeOperation, operation, adapterOperation } from '../operation.ts';
import type { Resource } from '../operation.ts';
import { runWithStages } from '../shapes/run.ts';
import { startRunBody } from '../shapes/start-run-body.ts';

const rpcs = RunsServiceService;

const peopleLimit =
  'Answers of people alone never lead to `manipulated` or `synthetic`, at most to `inconclusive`.';

/** A report can quote file names and metadata, so the browser must not execute any of its content. */
const reportPolicy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; sandbox";

const wholeDocument = { type: 'string', description: 'The complete document.' };
const machineReadable = {
  description: 'Run, files, claims, conclusion, error rate and stages. `schema` names the format.',
  examples: [
    { schema: 'assay-report/1', conclusion: { verdict: 'authentic', confidence: 0.94 }, stages: [] },
  ],
};

/** The schema of each event of a stream, as in OpenAPI 3.1: the fields that the HTML standard defines. */
const runEvent = {
  type: 'object',
  description: 'A server-sent event, as defined in the HTML standard.',
  required: ['id', 'event', 'data'],
  properties: {
    id: { type: 'string', description: 'The id to send as `Last-Event-ID` to continue after this event.' },
    event: { type: 'string', enum: ['run', 'stage'], description: 'The kind of the change.' },
    data: {
      type: 'string',
      contentMediaType: 'application/json',
      description:
        'The run without its stages, or the stage, as JSON in the same form as {getRun} returns it.',
    },
  },
} as const;

export const runs: Resource = {
  tag: { name: 'Verification runs', description: 'Run pipelines on files, read verdicts and reports.' },
  operations: {
    startRun: operation('POST /v2/projects/:projectId/verification-runs', rpcs.startRun, {
      summary: 'Start a verification run',
      description:
        'Runs a pipeline on files of the project, whose `enrichmentStatus` must be `completed`, and on claims. Claims come from ' +
        'the request, from a saved context, or both; claims of the request take precedence. The run keeps them unchanged. Each ' +
        'file is assigned to an entry of `requiredFiles` that accepts its type. If the files do not fill each entry with ' +
        '`minCount` to `maxCount` files, or a file has another type, the request is refused with {FILES_UNSUITABLE}; `details` has ' +
        '`requiredFiles`, and `fileId` and `mimeType` of the file that does not fit. A missing key of the pipeline is refused with ' +
        '{CONTEXT_KEY_MISSING}; `details` has `requiredKeys` and `providedKeys`. A key in the request that the pipeline does not ' +
        'know, or a value of another type, is refused with {INVALID_FIELD}; `details.field` names it. The price is held at the ' +
        'start, charged when the run completes and released when it fails. If the balance is too low, the request is refused with ' +
        '{INSUFFICIENT_BALANCE}, above `maxCostCents` with {MAX_COST_EXCEEDED}, and above the spend limit of the key with ' +
        '{SPEND_LIMIT_EXCEEDED}. If the pipeline is not active or has another version than `pipelineVersion`, it is refused with ' +
        '{PIPELINE_UNAVAILABLE}. A pipeline of tier `ai-crowd` also asks people, whom `crowd` chooses: each stage that asks opens a ' +
        `crowd job, and each answer is charged as it is given. ${peopleLimit} Files for guests or for \`everyone\` must be public ` +
        '({FILE_NOT_PUBLIC}). Both forms of the body are accepted, but cannot be mixed.',
      errors: [
        'INSUFFICIENT_BALANCE',
        'SPEND_LIMIT_EXCEEDED',
        'MAX_COST_EXCEEDED',
        'PIPELINE_UNAVAILABLE',
        'FILES_UNSUITABLE',
        'FILE_NOT_PUBLIC',
        'ENRICHMENT_INCOMPLETE',
        'CONTEXT_KEY_MISSING',
        'CONCURRENT_CHANGE',
      ],
      status: 201,
      body: startRunBody,
      answer: one('run', 'The run, with status `pending`.', runWithStages),
    }),
    estimateRun: operation('POST /v2/projects/:projectId/verification-runs/estimate', rpcs.estimateRun, {
      summary: 'Estimate the price of a verification run',
      description:
        'Takes the same body as {startRun} and is refused for the same reasons, but holds nothing. A balance that is too low is ' +
        'not an error: `sufficient` is false. `warnings` names files that the checks cannot examine. The price applies to the whole ' +
        'run; each stage has the share that the pipeline defines. If the pipeline asks people, `minCents` is the price with the ' +
        'fewest answers of the stages that always run, `maxCents` that with all answers, and `expectedCents` the mean of earlier ' +
        `runs on this platform, or \`maxCents\` while there are too few of them. ${peopleLimit}`,
      errors: [
        'MAX_COST_EXCEEDED',
        'PIPELINE_UNAVAILABLE',
        'FILES_UNSUITABLE',
        'FILE_NOT_PUBLIC',
        'ENRICHMENT_INCOMPLETE',
        'CONTEXT_KEY_MISSING',
      ],
      body: startRunBody,
      answer: one('estimate', 'The estimate.'),
    }),
    listRuns: operation('GET /v2/projects/:projectId/verification-runs', rpcs.listRuns, {
      summary: 'List the runs of a project',
      description: 'Lists the runs of one project, newest first, without their stages.',
      renamed: { pipelineSlug: 'pipeline_id' },
      alsoNamed: { pipelineSlug: 'pipelineSlug' },
      answer: page('runs', 'A page of runs.'),
    }),
    getProjectRun: operation('GET /v2/projects/:projectId/verification-runs/:runId', rpcs.getRun, {
      summary: 'Read a run',
      description:
        'Returns one run with its stages. Read it again every 5 to 10 seconds, or every 30 to 60 seconds while it is ' +
        '`awaiting_crowd`, until `status` is `completed` or `failed`, or use {streamRunEvents}. Until a stage in which people mark ' +
        'areas has ended, the results of the other stages are null or empty, so that no person sees them before answering.',
      answer: one('run', 'The id of the run.', runWithStages),
    }),
    cancelRun: operation('POST /v2/projects/:projectId/verification-runs/:runId/cancel', rpcs.cancelRun, {
      summary: 'Cancel a run',
      description:
        'Cancels a run that is `pending`, `running` or `awaiting_crowd`: it becomes `failed` with the error `canceled`, costs ' +
        'nothing but the answers that people have given, and the rest of its hold is released when its crowd jobs have closed. A run ' +
        'that is already canceled is returned unchanged; a run that ended for another reason is refused with {RUN_ENDED}.',
      errors: ['RUN_ENDED', 'CONCURRENT_CHANGE'],
      answer: one('run', 'The run, with status `failed`.', runWithStages),
    }),
    restartRun: operation('POST /v2/projects/:projectId/verification-runs/:runId/restart', rpcs.restartRun, {
      summary: 'Restart a failed run',
      description:
        'Starts a `failed` run again under the same id, with the same files and claims and the current pipeline. The price is held ' +
        'again, and stages that ask people open new crowd jobs. A run with another status is refused with {RUN_NOT_FAILED}; a run whose file was deleted is not found.',
      errors: [
        'RUN_NOT_FAILED',
        'INSUFFICIENT_BALANCE',
        'SPEND_LIMIT_EXCEEDED',
        'PIPELINE_UNAVAILABLE',
        'CONCURRENT_CHANGE',
      ],
      answer: one('run', 'The run, with status `pending`.', runWithStages),
    }),
    replayRun: operation('POST /v2/projects/:projectId/verification-runs/:runId/replay', rpcs.replayRun, {
      summary: 'Repeat a completed run and compare the results',
      description:
        'Repeats the checks of the run on the same file with their current versions, and weighs the results. It is free of charge ' +
        'and does not change the run. A stage is the `same` if the same checks applied and all scores agree within 0.000001. Other ' +
        'versions of the checks, a changed trust list or another version of the pipeline can make a difference; such a difference ' +
        'is no evidence against the file. The recorded answer of an external detector is used again. The call takes as long as the ' +
        'run did, at most two minutes, and fails with a retryable error after that. A run that is not completed is refused with ' +
        '{RUN_NOT_COMPLETED}, and a file that now exceeds the limits of a check with {UNPROCESSABLE_FILE}; a run whose file was ' +
        'deleted is not found. While another replay of the organization is running, the request is refused with {REPLAY_LIMIT}, ' +
        'and while too many others are running with {REPLAYS_BUSY}.',
      errors: ['RUN_NOT_COMPLETED', 'UNPROCESSABLE_FILE', 'REPLAY_LIMIT', 'REPLAYS_BUSY'],
      answer: one('replay', 'The comparison.'),
    }),
    getRunReport: compositeOperation(
      'GET /v2/projects/:projectId/verification-runs/:runId/report',
      [rpcs.getReport],
      {
        summary: 'Read the report of a run',
        description:
          'Returns the findings of a completed run for people (`html` as a self-contained page, `pdf`, `md`) or for programs ' +
          '(`json`). The PDF has the id of the run and the SHA-256 of the file on every page. A run that is not completed is refused ' +
          'with {RUN_NOT_COMPLETED}.',
        errors: ['RUN_NOT_COMPLETED'],
        defaults: { format: 'html' },
        answer: content('The report, in the requested format.', {
          'text/html': wholeDocument,
          'application/pdf': { type: 'string', format: 'binary', description: 'The complete document.' },
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
        summary: 'List the artifacts of a run',
        description:
          'Lists the heat maps, tables and other artifacts of the stages, with new links, in the order of the stages. The list has no ' +
          'artifacts of machine stages until a stage in which people mark areas has ended.',
        answer: array('artifacts', 'The artifacts.'),
      },
    ),
    listRunSignals: operation(
      'GET /v2/projects/:projectId/verification-runs/:runId/signals',
      rpcs.listSignals,
      {
        summary: 'List the signals of a run',
        description:
          'Lists the relevant findings of each check with their evidence, strongest first. Checks that did not apply or found ' +
          'nothing are in the report. Stages that are not completed have no signals yet, and neither have machine stages until a ' +
          'stage in which people mark areas has ended.',
        answer: array('signals', 'The signals.'),
      },
    ),
    listRunRevisions: operation(
      'GET /v2/projects/:projectId/verification-runs/:runId/revisions',
      rpcs.listRevisions,
      {
        summary: 'List the revisions of a run',
        description:
          'Lists the conclusions of the run, oldest first: one for a run that was never revised, none for a run that is not ' +
          'completed.',
        answer: array('revisions', 'The revisions.'),
      },
    ),
    streamRunEvents: adapterOperation(
      'GET /v2/projects/:projectId/verification-runs/:runId/events',
      [rpcs.listRunEvents],
      {
        summary: 'Follow a run with server-sent events',
        description:
          'Sends the event `run` when the run changes and `stage` when a stage changes. Their data have the same form as in ' +
          '{getRun}; the run has no stages. The stream starts with all events so far, or after the event that `Last-Event-ID` names, ' +
          'and ends with the run. For a run that has ended, it sends all events and ends. Every 15 seconds without a change it sends ' +
          'a comment. A stream ends early after 10 minutes or when a gateway stops; clients such as `EventSource` reconnect ' +
          'automatically. A credential can have 20 open streams unless configured otherwise; further ones are refused until a stream ' +
          'ends.',
        params: {
          type: 'object',
          required: ['projectId', 'runId'],
          properties: {
            projectId: { type: 'string', description: 'The project of the run.' },
            runId: { type: 'string', description: 'The id of the run.' },
          },
        },
        headers: {
          type: 'object',
          properties: {
            'Last-Event-ID': { type: 'string', description: 'The `id` of the last received event.' },
          },
        },
        answer: content('The events.', {
          'text/event-stream': runEvent,
        }),
      },
    ),
    getRun: operation('GET /v2/verification-runs/:runId', rpcs.getRun, {
      summary: 'Read a run by its id alone',
      description: 'Returns the same object as {getProjectRun}, without the project in the request.',
      omitted: ['projectId'],
      answer: one('run', 'The id of the run.', runWithStages),
    }),
  },
};
