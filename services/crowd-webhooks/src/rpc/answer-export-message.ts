import { stringify } from 'csv-stringify/sync';
import { createEnumCodec } from '@assay/chassis/grpc/enum-codec';
import { AnswerExportFormat } from '@assay/proto/crowd/v1/crowd_answers_service';
import type {
  ReadAnswerExportRequest,
  ReadAnswerExportResponse,
} from '@assay/proto/crowd/v1/crowd_answers_service';
import { buildAnswerRow } from '../domain/answer/answer-row.ts';
import type { Answer } from '../domain/answer/answer.ts';
import type { GuestNames } from '../domain/guest/read-guest-names.ts';
import type { ExportBatch, ExportPart } from '../domain/answer/read-export.ts';

const exportFormats = createEnumCodec(AnswerExportFormat);

type Format = 'json' | 'jsonl' | 'csv';
type Row = Readonly<Record<string, unknown>>;

/** Returns the function that writes answers in a format. JSON by default. */
export function readFormat(format: AnswerExportFormat): (batch: ExportBatch) => string {
  return rows[exportFormats.read('format', format) ?? 'json'];
}

/** Builds a part of an export. The parts one after the other are the whole export. */
export function toExportPart(
  { texts, nextPart, questionKeys }: ExportPart,
  { format, part }: Pick<ReadAnswerExportRequest, 'format' | 'part'>,
): ReadAnswerExportResponse {
  const isFirst = part === '';
  const text = frames[exportFormats.read('format', format) ?? 'json'](texts, {
    ...{ isFirst, isLast: nextPart === undefined, questionKeys },
  });
  return { content: Buffer.from(text), nextPart };
}

const rows: Record<Format, (batch: ExportBatch) => string> = {
  json: ({ answers, names }) => answers.map((answer) => JSON.stringify(buildRow(answer, names))).join(','),
  jsonl: ({ answers, names }) =>
    answers.map((answer) => `${JSON.stringify(buildRow(answer, names))}\n`).join(''),
  csv: ({ answers, names, questionKeys }) =>
    stringify(
      answers.map((answer) => buildCells(buildRow(answer, names), questionKeys)),
      { escape_formulas: true },
    ),
};

interface Frame {
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly questionKeys: readonly string[];
}

const frames: Record<Format, (texts: readonly string[], frame: Frame) => string> = {
  json(texts, { isFirst, isLast }) {
    const start = isFirst ? '[' : texts.length > 0 ? ',' : '';
    return `${start}${texts.join(',')}${isLast ? ']' : ''}`;
  },
  jsonl: (texts) => texts.join(''),
  csv: (texts, { isFirst, questionKeys }) =>
    `${isFirst ? stringify([listColumns(questionKeys)], { escape_formulas: true }) : ''}${texts.join('')}`,
};

/** Builds an object as REST shows an answer. */
function buildRow(answer: Answer, names: GuestNames): Row {
  const { id, isGolden, review, personKey } = answer;
  const displayName = names.get(personKey) ?? null;
  const selfReviewed = review?.isSelfReview ?? false;
  return { id, ...buildAnswerRow(answer), displayName, selfReviewed, golden: isGolden };
}

function buildCells(row: Row, questionKeys: readonly string[]): readonly unknown[] {
  return facts.flatMap((name) => {
    if (name !== 'answers') return [toCell(row[name])];
    const values = new Map(
      (row['answers'] as Answer['answers']).map(({ questionKey, value }) => [questionKey, value]),
    );
    return questionKeys.map((key) => toCell(values.get(key)));
  });
}

function toCell(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'boolean') return String(value);
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}

const facts = [
  ...['id', 'answerId', 'jobId', 'jobTitle', 'taskId', 'variantIndex', 'repetitionIndex', 'workerId'],
  ...['guestWorkerId', 'status', 'claimedAt', 'submittedAt', 'durationSeconds', 'answers', 'regions'],
  ...['attentionChecksPassed', 'workerMetadata', 'inputDataSnapshot', 'autoAccepted', 'reviewedById'],
  ...['reviewedAt', 'rejectionCategory', 'rejectionReason', 'acceptanceNote', 'rewardCents', 'feedback'],
  ...['displayName', 'selfReviewed', 'golden'],
];

function listColumns(questionKeys: readonly string[]): readonly string[] {
  return facts.flatMap((name) => (name === 'answers' ? questionKeys.map((key) => `answers.${key}`) : [name]));
}
