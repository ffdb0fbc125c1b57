import { Readable } from 'node:stream';
import { createEnumCodec } from '@assay/chassis/grpc/enum-codec';
import { AnswerStatus, CrowdAnswer } from '@assay/proto/crowd/v1/crowd_answer';
import { CrowdAnswersServiceService } from '@assay/proto/crowd/v1/crowd_answers_service';
import type { ReadAnswerExportResponse } from '@assay/proto/crowd/v1/crowd_answers_service';
import { getMessage, showMessages } from '@assay/operations/derive/message';
import { stringify } from 'csv-stringify/sync';
import { buildRoute } from '../build-route.ts';
import type { Endpoint } from '../rest-app.ts';
import { readParts, withoutDeadline } from './read-parts.ts';

type Format = 'json' | 'jsonl' | 'csv';
type Parts = AsyncIterable<ReadAnswerExportResponse>;
type Row = Readonly<Record<string, unknown>>;

interface ExportRoute {
  readonly Params: { readonly jobId: string };
  readonly Querystring: { readonly format: Format; readonly status?: string };
}

const { readAnswerExport } = CrowdAnswersServiceService;
const statuses = createEnumCodec(AnswerStatus);
const shown = showMessages([]).show(getMessage(CrowdAnswer.$type));

/** Streams the answers to a job. Each part is read when the client has taken the one before it. */
export const exportCrowdAnswers: Endpoint = (app, operation, { callers }) => {
  app.route<ExportRoute>({
    ...buildRoute(operation),
    async handler({ params: { jobId }, query: { format, status: word }, call }, reply) {
      const status = (word === undefined ? undefined : statuses.parse(word)) ?? AnswerStatus.UNSPECIFIED;
      const read = (part: string) =>
        callers.callRpc(readAnswerExport, withoutDeadline(call), { jobId, status, part });
      const { type, render } = formats[format];
      // A job that does not exist is refused before the response begins.
      const content = render(readParts(await read(''), read));
      return reply
        .header('content-type', type)
        .header('content-disposition', `attachment; filename="answers-${jobId}.${format}"`)
        .send(Readable.from(content, { objectMode: false }));
    },
  });
};

const formats: Record<
  Format,
  { readonly type: string; readonly render: (parts: Parts) => AsyncIterable<string> }
> = {
  json: { type: 'application/json; charset=utf-8', render: renderJson },
  jsonl: { type: 'application/x-ndjson', render: renderLines },
  csv: { type: 'text/csv; charset=utf-8', render: renderCsv },
};

async function* renderJson(parts: Parts): AsyncGenerator<string> {
  let start = '[';
  for await (const { answers } of parts) {
    if (answers.length === 0) continue;
    yield start + answers.map((answer) => JSON.stringify(shown.toRest(answer))).join(',');
    start = ',';
  }
  yield start === '[' ? '[]' : ']';
}

async function* renderLines(parts: Parts): AsyncGenerator<string> {
  for await (const { answers } of parts) {
    yield answers.map((answer) => `${JSON.stringify(shown.toRest(answer))}\n`).join('');
  }
}

const facts = Object.keys(shown.schema['properties'] as object);

async function* renderCsv(parts: Parts): AsyncGenerator<string> {
  let isFirst = true;
  for await (const { answers, questionKeys } of parts) {
    const columns = facts.flatMap((name) =>
      name === 'answers' ? questionKeys.map((key) => `answers.${key}`) : [name],
    );
    const rows = answers.map((answer) => toCells(shown.toRest(answer), questionKeys));
    yield stringify(isFirst ? [columns, ...rows] : rows, { escape_formulas: true });
    isFirst = false;
  }
}

type Answered = readonly { readonly questionKey: string; readonly value: unknown }[];

function toCells(row: Row, questionKeys: readonly string[]): readonly unknown[] {
  return facts.flatMap((name) => {
    if (name !== 'answers') return [toCell(row[name])];
    const values = new Map(
      (row['answers'] as Answered).map(({ questionKey, value }) => [questionKey, value]),
    );
    return questionKeys.map((key) => toCell(values.get(key)));
  });
}

function toCell(value: unknown): unknown {
  if (typeof value === 'boolean') return String(value);
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}
