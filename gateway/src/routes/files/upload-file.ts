import httpProxy from '@fastify/http-proxy';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { DomainError, invalidField, notFound } from '@assay/chassis/errors';
import { isId } from '@assay/chassis/ids';
import { errors } from '../../rest/error-body.ts';
import { described, id } from '../../rest/schema.ts';
import type { RegisterRoute, RestApp, RouteDeps } from '../../rest-app.ts';
import { fileSchema, toFile } from './file-rest.ts';
import { readUploadAnswer } from './upload-answer.ts';
import { uploadBody } from './upload-body.ts';

const schema = {
  operationId: 'uploadFile',
  tags: ['Files'],
  summary: 'Upload a file',
  description:
    'Stores one file, sent as the part `file`. Its type is decided by its bytes. Reading it begins at once: ask for ' +
    'the file until `enrichmentStatus` is `completed` or `failed`.',
  params: Type.Object({ projectId: id('The project.') }),
  response: {
    201: described(fileSchema.ref, 'The file, with `enrichmentStatus` `pending`.'),
    ...errors('PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'UNPROCESSABLE_ENTITY'),
  },
};

const documentedBody = Type.Object({
  file: Type.String({ format: 'binary', description: 'The bytes, with their name and type.' }),
});

/** What of the client's headers goes on; above all not its credentials. */
const passedOn = ['content-type', 'content-length'] as const;
const readLimits = { headersTimeout: 120_000, bodyTimeout: 30_000, connect: { timeout: 5_000 } };

/** Streams the body to the upload listener of projects-files, which answers as its rpcs do, and maps that answer. */
export const uploadFile: RegisterRoute = (app, deps) => {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('multipart/form-data', (_request, payload, done) => {
      done(null, uploadBody(payload));
    });
    addChecks(scope, deps);
    // The proxy makes the route itself, without a place for its schema.
    scope.addHook('onRoute', (route) => {
      route.schema = schema;
    });
    await scope.register(httpProxy, {
      prefix: '/v2/projects/:projectId/files',
      rewritePrefix: '/v2/projects/:projectId/files',
      upstream: deps.config.projectsFilesUploadUrl,
      httpMethods: ['POST'],
      routes: [''],
      proxyPayloads: false,
      disableRequestLogging: true,
      config: { documentedBody },
      undici: readLimits,
      replyOptions: {
        queryString: () => '',
        rewriteRequestHeaders: toListenerHeaders,
        rewriteHeaders: () => ({}),
        onResponse: (_request, reply, { statusCode, stream }) => {
          // The proxy closes connections whose body it has not seen the end of; here the rest is drained, so that no
          // client that still sends loses its answer.
          if (!deps.runtime.lifecycle.stopping.aborted) reply.removeHeader('connection');
          void answer(reply, statusCode, stream);
        },
        onError: (reply, { error }) => void reply.send(listenerUnavailable(error)),
      },
    });
  });
};

function addChecks(scope: RestApp, { tokens }: RouteDeps): void {
  scope.decorateRequest('internalToken', '');
  scope.addHook('preHandler', async (request) => {
    const { projectId } = request.params as { projectId: string };
    if (!isId(projectId)) throw notFound('project');
    if (request.body === undefined) throw invalidField('file', 'a multipart body with a part file is needed');
    request.internalToken = (await tokens(request.call)) ?? '';
  });
}

type Proxied = Pick<FastifyRequest, 'call' | 'internalToken' | 'headers'>;

function toListenerHeaders({ call, headers, internalToken }: Proxied) {
  const kept = passedOn.flatMap((name) => {
    const value = headers[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    ...Object.fromEntries(kept),
    authorization: `Bearer ${internalToken}`,
    'x-request-id': call.requestId,
    ...(call.traceparent !== undefined && { traceparent: call.traceparent }),
  };
}

/** What of a reply is needed; the proxy's own type of it also allows HTTP/2. */
interface Reply {
  code(status: number): { send(body: unknown): unknown };
  send(error: unknown): unknown;
}

async function answer(reply: Reply, status: number, stream: AsyncIterable<Uint8Array>): Promise<void> {
  try {
    const file = toFile(await readUploadAnswer(status, stream));
    reply.code(201).send(file);
  } catch (error) {
    reply.send(error);
  }
}

function listenerUnavailable(cause: unknown): DomainError {
  return new DomainError('UNAVAILABLE', 'UPLOAD_UNAVAILABLE', 'uploads are unavailable', { cause });
}
