import type { CallContext } from '@assay/chassis/call-context';
import type { Deps } from '../../../deps.ts';
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

/** The form in which an export is written. */
export interface ExportFormat {
  readonly writeBatch: (batch: ExportBatch) => string;
  /** Joins the texts of the batches of a part. The parts one after the other are the whole export. */
  readonly join: (texts: readonly string[], place: PartPlace) => string;
}

interface PartPlace {
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly questionKeys: readonly string[];
}

/** A part of all answers to a job, in the order of their submission. */
export interface ExportPart {
  readonly text: string;
  /** Undefined for the last part. */
  readonly nextPart: string | undefined;
}

/** A part ends after the answer that reaches one of both limits. An answer has at most 256 KB, and a message 4 MB. */
const maxAnswers = 1_000;
const maxCharacters = 1_000_000;
/** Answers are written in small batches, so that few of them are in memory at the same time. */
const batchSize = 10;

/** Reads and writes a part of the answers to a job. NOT_FOUND for an unknown job; INVALID_ARGUMENT for a part that no part has named. */
export async function readExport(
  deps: Pick<Deps, 'jobs' | 'answers' | 'surveyVersions' | 'guests'>,
  call: CallContext,
  { format, ...query }: ExportQuery & { readonly format: ExportFormat },
): Promise<ExportPart> {
  const job = await findOwnJob(deps, call, query.jobId);
  const survey = await deps.surveyVersions.findForJob(job);
  const questionKeys = (survey?.questions ?? []).map(({ key }) => key);
  const texts: string[] = [];
  let nextPart: string | undefined;
  for await (const { answers, end } of readBatches(deps, query)) {
    const names = await readGuestNames(deps, job.organizationId, answers);
    texts.push(format.writeBatch({ answers, names, questionKeys }));
    nextPart = end;
  }
  const place = { isFirst: query.part === '', isLast: nextPart === undefined, questionKeys };
  return { text: format.join(texts, place), nextPart };
}

interface ReadBatch {
  readonly answers: readonly Answer[];
  /** The name of the next part, if this batch fills the part. */
  readonly end: string | undefined;
}

/** Yields the answers of a part. */
async function* readBatches(
  deps: Pick<Deps, 'answers'>,
  { jobId, status, part }: ExportQuery,
): AsyncGenerator<ReadBatch> {
  let answers: Answer[] = [];
  let count = 0;
  let characters = 0;
  for await (const { answer, position } of deps.answers.readAfter({ jobId, status }, part)) {
    answers.push(answer);
    count += 1;
    characters += measureAnswer(answer);
    const isFull = count === maxAnswers || characters >= maxCharacters;
    if (isFull || answers.length === batchSize) {
      yield { answers, end: isFull ? position : undefined };
      answers = [];
    }
    if (isFull) return;
  }
  if (answers.length > 0) yield { answers, end: undefined };
}

/** Returns the size of the parts of an answer that can be large. */
function measureAnswer({ answers, regions, inputDataSnapshot }: Answer): number {
  return JSON.stringify([answers, regions, inputDataSnapshot]).length;
}
