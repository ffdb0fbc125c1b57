import { stringify } from 'csv-stringify/sync';
import { createEnumCodec } from '@assay/chassis/grpc/enum-codec';
import { AnswerExportFormat } from '@assay/proto/crowd/v1/crowd_answers_service';
import type { ReadAnswerExportResponse } from '@assay/proto/crowd/v1/crowd_answers_service';
import { buildAnswerRow } from '../domain/crowd/answer/answer-row.ts';
import type { AnswerRow } from '../domain/crowd/answer/answer-row.ts';
import type { Answer } from '../domain/crowd/answer/answer.ts';
import type { ExportFormat, ExportPart } from '../domain/crowd/answer/read-export.ts';

const exportFormats = createEnumCodec(AnswerExportFormat);

/** Returns the format of an export. JSON by default. */
export function readFormat(format: AnswerExportFormat): ExportFormat {
  return formats[exportFormats.read('format', format) ?? 'json'];
}

export function toExportPart({ text, nextPart }: ExportPart): ReadAnswerExportResponse {
  return { content: Buffer.from(text), nextPart };
}

const formats: Record<'json' | 'jsonl' | 'csv', ExportFormat> = {
  json: {
    writeBatch: ({ answers, names }) =>
      answers.map((answer) => JSON.stringify(buildAnswerRow(answer, names))).join(','),
    join(texts, { isFirst, isLast }) {
      const start = isFirst ? '[' : texts.length > 0 ? ',' : '';
      return `${start}${texts.join(',')}${isLast ? ']' : ''}`;
    },
  },
  jsonl: {
    writeBatch: ({ answers, names }) =>
      answers.map((answer) => `${JSON.stringify(buildAnswerRow(answer, names))}\n`).join(''),
    join: (texts) => texts.join(''),
  },
  csv: {
    writeBatch: ({ answers, names, questionKeys }) =>
      writeCsv(answers.map((answer) => buildCells(buildAnswerRow(answer, names), questionKeys))),
    join: (texts, { isFirst, questionKeys }) =>
      [...(isFirst ? [byteOrderMark, writeCsv([listColumns(questionKeys)])] : []), ...texts].join(''),
  },
};

/** Without it, Excel reads UTF-8 as the code page of its system. */
const byteOrderMark = '\uFEFF';

function writeCsv(rows: readonly (readonly unknown[])[]): string {
  return stringify(rows.map((cells) => cells.map(disarm)));
}

/** The characters with which a spreadsheet begins a formula, and the white space that it drops before them. */
const formulaStart = /^[=+\-@\t\r\n\uFF0B\uFF0D\uFF1D\uFF20]/u;

/** Makes a text that a spreadsheet would run as a formula a plain text. Numbers stay as they are. */
function disarm(cell: unknown): unknown {
  return typeof cell === 'string' && formulaStart.test(cell) ? `'${cell}` : cell;
}

function buildCells(row: AnswerRow, questionKeys: readonly string[]): readonly unknown[] {
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
  ...['displayName', 'selfReviewed', 'golden', 'fileIds', 'fileNames'],
  ...['runId', 'stageSlug'],
];

function listColumns(questionKeys: readonly string[]): readonly string[] {
  return facts.flatMap((name) => (name === 'answers' ? questionKeys.map((key) => `answers.${key}`) : [name]));
}
