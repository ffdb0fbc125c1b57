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

/** A part of all answers to a job, in the order of their submission. */
export interface ExportPart {
  readonly answers: readonly Answer[];
  /** Undefined for the last part. */
  readonly nextPart: string | undefined;
  readonly questionKeys: readonly string[];
  readonly names: GuestNames;
}

/** A part ends after the answer that reaches one of both limits. An answer has at most 256 KB, and a message 4 MB. */
const maxAnswers = 250;
const maxCharacters = 1_000_000;

/** Reads a part of the answers to a job. NOT_FOUND for an unknown job; INVALID_ARGUMENT for a part that no part has named. */
export async function readExport(
  deps: Pick<Deps, 'jobs' | 'answers' | 'surveyVersions' | 'guests'>,
  call: CallContext,
  { jobId, status, part }: ExportQuery,
): Promise<ExportPart> {
  const job = await findOwnJob(deps, call, jobId);
  const survey = await deps.surveyVersions.findForJob(job);
  const questionKeys = (survey?.questions ?? []).map(({ key }) => key);
  const { answers, nextPart } = await readPart(deps, { jobId, status, part });
  const names = await readGuestNames(deps, call.organizationId, answers);
  return { answers, nextPart, questionKeys, names };
}

async function readPart(deps: Pick<Deps, 'answers'>, { jobId, status, part }: ExportQuery) {
  const answers: Answer[] = [];
  let characters = 0;
  for await (const { answer, position } of deps.answers.readAfter({ jobId, status }, part)) {
    answers.push(answer);
    characters += measureAnswer(answer);
    if (answers.length === maxAnswers || characters >= maxCharacters) return { answers, nextPart: position };
  }
  return { answers, nextPart: undefined };
}

/** Returns the size of the parts of an answer that can be large. */
function measureAnswer({ answers, regions, inputDataSnapshot }: Answer): number {
  return JSON.stringify([answers, regions, inputDataSnapshot]).length;
}
