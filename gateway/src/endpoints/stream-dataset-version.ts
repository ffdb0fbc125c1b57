import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { exportLinkSeconds } from '@assay/proto/dataset-objects';
import { ExportedFile, VersionsServiceService } from '@assay/proto/datasets/v1/versions_service';
import { getMessage, showMessages } from '@assay/operations/derive/message';
import { buildRoute } from '../routes/build-route.ts';
import type { Endpoint } from '../rest-app.ts';
import { readParts, withoutDeadline } from './read-parts.ts';

interface VersionRoute {
  readonly Params: { readonly datasetId: string; readonly versionId: string };
}

const { readManifest, readExport } = VersionsServiceService;

/** Streams the manifest of a version, one part after the other. */
export const readDatasetManifest: Endpoint = (app, operation, { callers }) => {
  app.route<VersionRoute>({
    ...buildRoute(operation),
    async handler({ params, call }, reply) {
      const read = (part: string) =>
        callers.callRpc(readManifest, withoutDeadline(call), { ...params, part });
      const first = await read('');
      const { manifestSha256 } = first;
      reply.header('etag', `"${manifestSha256}"`).header('x-manifest-sha256', manifestSha256);
      return send(
        reply,
        'application/x-ndjson',
        mapParts(first, read, ({ lines }) => [lines]),
      );
    },
  });
};

const exportedFile = showMessages([]).show(getMessage(ExportedFile.$type));

/** Streams the download links of a version as one JSON object. */
export const exportDatasetVersion: Endpoint = (app, operation, { callers }) => {
  app.route<VersionRoute>({
    ...buildRoute(operation),
    async handler({ params, call }, reply) {
      const read = (part: string) => callers.callRpc(readExport, withoutDeadline(call), { ...params, part });
      const first = await read('');
      const files = mapParts(first, read, (part) => part.files);
      return send(reply, 'application/json; charset=utf-8', renderExport(first.manifestSha256, files));
    },
  });
};

/** Yields the items of a part and of all parts after it. */
async function* mapParts<P extends { readonly nextPart?: string | undefined }, T>(
  first: P,
  read: (part: string) => Promise<P>,
  list: (part: P) => readonly T[],
): AsyncGenerator<T> {
  for await (const part of readParts(first, read)) yield* list(part);
}

async function* renderExport(
  manifestSha256: string,
  files: AsyncIterable<ExportedFile>,
): AsyncGenerator<string> {
  yield `{"manifestSha256":${JSON.stringify(manifestSha256)},"expiresInSeconds":${exportLinkSeconds.toString()},"files":[`;
  let separator = '';
  for await (const file of files) {
    yield `${separator}${JSON.stringify(exportedFile.toRest(file))}`;
    separator = ',';
  }
  yield ']}';
}

function send(reply: FastifyReply, type: string, content: AsyncIterable<string | Uint8Array>): FastifyReply {
  return reply.header('content-type', type).send(Readable.from(content, { objectMode: false }));
}
