import type { Survey, SurveyQuestion, WorkClaim } from '../../shared/api/api-types.ts';
import { say } from '../parts/language.ts';
import { isEmpty } from '../questions/validate.ts';
import { listVisible } from '../questions/visibility.ts';
import { forget, readStored, store } from '../parts/storage.ts';
import type { Region, Submission } from '../parts/types.ts';

/** The answers to a claimed task that are not submitted yet. A job has one draft, as its worker has one claim. */
export interface Draft {
  readonly claimId: string;
  readonly survey: Survey;
  /** The end of the claim, in milliseconds by the clock of this device. */
  readonly expiresAt: number;
  readonly values: Readonly<Record<string, unknown>>;
  readonly regions: readonly Region[];
  /** The submission that may have been received. It is sent again. */
  readonly sent?: Submission;
}

export function readDraft(jobId: string): Draft | undefined {
  const stored = readStored(keyFor(jobId)) as Draft | undefined;
  return typeof stored?.claimId === 'string' ? stored : undefined;
}

export function keepDraft(jobId: string, draft: Draft): void {
  store(keyFor(jobId), draft);
}

export function forgetDraft(jobId: string): void {
  forget(keyFor(jobId));
}

/** Begins the draft of a claim, or continues the stored one. */
export function openDraft({ claimId, jobId, survey, remainingSeconds }: WorkClaim): Draft {
  const stored = readDraft(jobId);
  const expiresAt = Date.now() + remainingSeconds * 1_000;
  const draft =
    stored?.claimId === claimId
      ? { ...stored, expiresAt }
      : { claimId, survey, expiresAt, values: {}, regions: [] };
  keepDraft(jobId, draft);
  return draft;
}

export function hasAnswers({ values, regions }: Draft): boolean {
  return regions.length > 0 || Object.values(values).some((value) => !isEmpty(value));
}

/** Writes the answers as text for copying: each question with its answer. */
export function writeDraft({ survey, values, regions }: Draft): string {
  const map = new Map(Object.entries(values));
  const visible = listVisible(survey.questions, map);
  const answered = survey.questions.filter(({ key }) => visible.has(key) && !isEmpty(map.get(key)));
  const lines = answered.map(
    (question) => `${question.label}\n${writeValue(question, map.get(question.key))}`,
  );
  if (regions.length > 0) lines.push(`${say('freeRegions')}\n${regions.map(writeItem).join('\n')}`);
  return lines.join('\n\n');
}

function writeValue({ options }: SurveyQuestion, value: unknown): string {
  if (typeof value === 'boolean') return say(value ? 'yes' : 'no');
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  const labels = items.map(
    (item) => options.find((option) => option.value === item)?.label ?? writeItem(item),
  );
  return labels.join('\n');
}

function writeItem(item: unknown): string {
  if (typeof item !== 'object' || item === null) return String(item);
  const members = Object.entries(item).filter(([name]) => name !== 'fileId');
  return members.map(([name, value]) => `${name}: ${String(value)}`).join(', ');
}

function keyFor(jobId: string): string {
  return `work:draft:${jobId}`;
}
