/** Runs that were requested on this page: each is started when its files are ready, and shown in a row until it has ended. */

import { api } from '../parts/api.ts';
import { createIdempotencyKey } from '../parts/request.ts';
import type { Pipeline, Run, RunWithStages } from '../../shared/api/api-types.ts';
import type { CrowdOptions, RunReference, StoredFile } from '../parts/api-types.ts';
import type { ReadClaims } from './claim-fields.ts';
import { describeError } from '../parts/error-texts.ts';
import { createQueue } from './queue.ts';
import { ApiError } from '../../shared/api-error.ts';
import type { Progress, Row } from './row.ts';
import { describeResult, toneClass } from './texts.ts';
import { retryUpload } from './uploads.ts';
import type { FileUpload } from './uploads.ts';
import { hasEnded, watchRun } from './watched-runs.ts';
import { explainUnexamined } from './unexamined.ts';

export interface PlannedRun {
  readonly row: Row;
  /** The files of the run, in their order. Empty: the run checks claims without a file. */
  readonly uploads: readonly FileUpload[];
  readonly projectId: string;
  /** Returns the pipeline for files of these MIME types; undefined: none accepts them. */
  readonly choosePipeline: (mimeTypes: readonly string[]) => Pipeline | undefined;
  readonly readClaims: ReadClaims;
  /** The people whom the run asks. Undefined if the pipeline asks nobody. */
  readonly crowd: CrowdOptions | undefined;
  /** Called when the run has been started. */
  readonly onStart: (run: Run) => void;
  /** Called when the person opens the run from its row. */
  readonly onOpen: (run: RunReference) => void;
  /** Called when the run has ended, waits for people, or cannot be followed any more. */
  readonly onEnd: () => void;
  idempotencyKey?: string | undefined;
}

/** Each run is followed by one event stream, and a browser opens only a few to one host. */
const enqueue = createQueue(2);

/** Begins a run: waits for its files, starts it, and shows its progress. */
export function beginRun(plan: PlannedRun): void {
  const { row, uploads } = plan;
  row.showProgress({ text: 'Waiting' });
  for (const upload of uploads) {
    upload.onStep = uploads.length === 1 ? (progress) => row.showProgress(progress) : undefined;
  }
  void enqueue(() => perform(plan));
}

async function perform(plan: PlannedRun): Promise<void> {
  const { row, uploads } = plan;
  try {
    const files = await awaitFiles(plan);
    const pipeline = plan.choosePipeline(files.map(({ mimeType }) => mimeType));
    if (pipeline === undefined) {
      row.showError(explainUnexamined(files[0]?.mimeType ?? ''));
      return;
    }
    const run = await start(plan, pipeline, files);
    plan.onStart(run);
    await follow(run, plan);
  } catch (failure) {
    const { error, file } = failure instanceof UploadFailure ? failure : { error: failure, file: undefined };
    const status = error instanceof ApiError ? error.status : undefined;
    // The platform has refused this start. The next one is another request, unless no answer arrived.
    if (status !== 0) plan.idempotencyKey = undefined;
    const prefix = uploads.length > 1 && file !== undefined ? `${file.name}: ` : '';
    const canRetry = status === undefined || ![400, 413, 415].includes(status);
    row.showError(`${prefix}${describeError(error)}`, canRetry ? () => retry(plan) : undefined);
  }
}

async function start(plan: PlannedRun, pipeline: Pipeline, files: readonly StoredFile[]): Promise<Run> {
  plan.row.showProgress({ text: `Starting “${pipeline.name}”` });
  plan.idempotencyKey ??= createIdempotencyKey();
  const contextData = plan.readClaims(pipeline);
  const request = {
    pipelineSlug: pipeline.slug,
    fileIds: files.map(({ id }) => id),
    ...(Object.keys(contextData).length > 0 ? { contextData } : {}),
    ...(plan.crowd === undefined ? {} : { crowd: plan.crowd }),
  };
  return api.startRun({ projectId: plan.projectId, body: request, idempotencyKey: plan.idempotencyKey });
}

function retry(plan: PlannedRun): void {
  for (const upload of plan.uploads) if (upload.hasFailed) retryUpload(upload);
  beginRun(plan);
}

class UploadFailure extends Error {
  readonly error: unknown;
  readonly file: File;

  constructor(error: unknown, file: File) {
    super('the upload failed');
    this.error = error;
    this.file = file;
  }
}

/** Resolves to the files of a run. Rejects with UploadFailure. */
async function awaitFiles({ row, uploads }: PlannedRun): Promise<readonly StoredFile[]> {
  let ready = 0;
  const files = await Promise.all(
    uploads.map(async ({ ready: stored, file }) => {
      try {
        return await stored;
      } catch (error) {
        throw new UploadFailure(error, file);
      } finally {
        ready += 1;
        const share = ready / uploads.length;
        if (uploads.length > 1) row.showProgress({ text: 'Uploading the files', share });
      }
    }),
  );
  return files.filter((file) => file !== undefined);
}

/** Resolves when the run has ended or cannot be followed any more, and when it waits for people, which can take days. */
function follow(run: Run, { row, onOpen, onEnd }: PlannedRun): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      onEnd();
      // The watch may call its listener before it returns the function that stops it.
      queueMicrotask(() => stop());
      resolve();
    };
    row.onOpen(() => onOpen(run));
    const stop = watchRun(run, {
      onChange(changed) {
        if (!hasEnded(changed) && changed.status !== 'awaiting_crowd') {
          row.showProgress(computeProgress(changed));
          return;
        }
        row.showEnd(describeResult(changed), toneClass(changed));
        finish();
      },
      onProblem(problem) {
        row.showError(describeError(problem));
        finish();
      },
    });
  });
}

function computeProgress({ status, stages }: RunWithStages): Progress {
  if (status === 'pending') return { text: 'Waiting' };
  const done = stages.filter((stage) => stage.status === 'completed' || stage.status === 'skipped').length;
  const current = stages.find((stage) => stage.status === 'running') ?? stages[done];
  return { text: current?.stageName ?? 'Running', share: done / stages.length };
}
