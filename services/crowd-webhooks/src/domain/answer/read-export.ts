import type { CallContext } from '@assay/chassis/call-context';
import type { Deps } from '../../deps.ts';
import { readGuestNames } from '../guest/read-guest-names.ts';
import type { GuestNames } from '../guest/read-guest-names.ts';
import { findOwnJob } from '../job/check-job-access.ts';
import type { Answer, AnswerStatus } from './answer.ts';

export interface ExportQuery {
  readonly jobId: string;
  readonly status: AnswerStatus | undefined;
  /** The name of the part, as the previous part named it. Empty for the first one. */
  readonly part: string;
}

/** Some answers of a part, with what their rows need. */
export interface ExportBatch {
  readonly answers: readonly Answer[];
  readonly names: GuestNames;
  readonly questionKeys: readonly string[];
}

/** A part of all answers to a job, in the order of their submission. */
export interface ExportPart {
  /** The text of each batch. */
  readonly texts: readonly string[];
  /** Undefined for the last part. */
  readonly nextPart: string | undefined;
  readonly questionKeys: readonly string[];
}

/** A part ends after the answer that reaches one of both limits. An answer has at most 256 KB, and a message 4 MB. */
const maxAnswers = 1_000;
const maxCharacters = 1_000_000;
/** Answers are written in small batches, so that few of them are in memory at the same time. */
const batchSize = 50;

/** Reads and writes a part of the answers to a job. NOT_FOUND for an unknown job; INVALID_ARGUMENT for a part that no part has named. */
export async function readExport(
  deps: Pick<Deps, 'jobs' | 'answers' | 'surveyVersions' | 'guests'>,
  call: CallContext,
  { render, ...query }: ExportQuery & { readonly render: (batch: ExportBatch) => string },
): Promise<ExportPart> {
  const job = await findOwnJob(deps, call, query.jobId);
  const survey = await deps.surveyVersions.findForJob(job);
  const questionKeys = (survey?.questions ?? []).map(({ key }) => key);
  const texts: string[] = [];
  const batches = readBatches(deps, query);
  for (;;) {
    const step = await batches.next();
    if (step.done === true) return { texts, nextPart: step.value, questionKeys };
    const names = await readGuestNames(deps, job.organizationId, step.value);
    texts.push(render({ answers: step.value, names, questionKeys }));
  }
}

/** Yields the answers of a part. Returns the name of the next part. */
async function* readBatches(
  deps: Pick<Deps, 'answers'>,
  { jobId, status, part }: ExportQuery,
): AsyncGenerator<readonly Answer[], string | undefined> {
  let batch: Answer[] = [];
  let [count, characters] = [0, 0];
  for await (const { answer, position } of deps.answers.readAfter({ jobId, status }, part)) {
    batch.push(answer);
    count += 1;
    characters += measureAnswer(answer);
    const isFull = count === maxAnswers || characters >= maxCharacters;
    if (isFull || batch.length === batchSize) {
      yield batch;
      batch = [];
    }
    if (isFull) return position;
  }
  if (batch.length > 0) yield batch;
  return undefined;
}

/** Returns the size of the parts of an answer that can be large. */
function measureAnswer({ answers, regions, inputDataSnapshot }: Answer): number {
  return JSON.stringify([answers, regions, inputDataSnapshot]).length;
}
