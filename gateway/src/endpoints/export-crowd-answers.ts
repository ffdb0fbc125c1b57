import { Readable } from 'node:stream';
import { createEnumCodec } from '@assay/chassis/grpc/enum-codec';
import { noteChunk } from '@assay/chassis/http/collect-chunks';
import { AnswerStatus } from '@assay/proto/crowd/v1/crowd_answer';
import { AnswerExportFormat, CrowdAnswersServiceService } from '@assay/proto/crowd/v1/crowd_answers_service';
import type { ReadAnswerExportResponse } from '@assay/proto/crowd/v1/crowd_answers_service';
import { buildRoute } from '../routes/build-route.ts';
import type { Endpoint } from '../rest-app.ts';
import { readParts, withoutDeadline } from './read-parts.ts';

type Format = 'json' | 'jsonl' | 'csv';

interface ExportRoute {
  readonly Params: { readonly jobId: string };
  readonly Querystring: { readonly format: Format; readonly status?: string };
}

const { readAnswerExport } = CrowdAnswersServiceService;
const statuses = createEnumCodec(AnswerStatus);
const formats = createEnumCodec(AnswerExportFormat);

const types: Record<Format, string> = {
  json: 'application/json; charset=utf-8',
  jsonl: 'application/x-ndjson',
  csv: 'text/csv; charset=utf-8',
};

/** Streams the answers to a job. Each part is read when the client has taken the one before it. */
export const exportCrowdAnswers: Endpoint = (app, operation, { callers }) => {
  app.route<ExportRoute>({
    ...buildRoute(operation),
    async handler({ params: { jobId }, query: { format, status: word }, call }, reply) {
      const status = (word === undefined ? undefined : statuses.parse(word)) ?? AnswerStatus.UNSPECIFIED;
      const request = { jobId, status, format: formats.toMessage(format) };
      const read = (part: string) =>
        callers.callRpc(readAnswerExport, withoutDeadline(call), { ...request, part });
      // A job that does not exist is refused before the response begins.
      const content = listContents(readParts(await read(''), read));
      return reply
        .header('content-type', types[format])
        .header('content-disposition', `attachment; filename="answers-${jobId}.${format}"`)
        .send(Readable.from(content, { objectMode: false }));
    },
  });
};

/** Each byte of a part is in the frames that arrive, in the message and in its content. */
const buffersOfByte = 3;

async function* listContents(parts: AsyncIterable<ReadAnswerExportResponse>): AsyncGenerator<Uint8Array> {
  for await (const { content } of parts) {
    noteChunk(buffersOfByte * content.byteLength);
    if (content.byteLength > 0) yield content;
  }
}
