import swagger from '@fastify/swagger';
import type { FastifySchema } from 'fastify';
import type { RestApp } from '../rest-app.ts';
import { llmsText } from './llms-text.ts';
import type { SummarizedDocument } from './llms-text.ts';
import { completed } from './openapi-document.ts';
import { documented } from './openapi-schema.ts';
import { introduction, overview, tags } from './openapi-texts.ts';

export const documentPath = '/v2/openapi.json';
export const summaryPath = '/v2/llms.txt';

/** Describes every route registered after it, and serves the description and its summary. */
export async function serveOpenapi(app: RestApp, sessionCookie: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Assay', version: '2.0.0', description: `${introduction}\n\n${overview}` },
      servers: [{ url: '/', description: 'This host.' }],
      tags: [...tags],
      security: [{ apiKey: [] }, { bearer: [] }, { session: [] }],
      components: { securitySchemes: securitySchemes(sessionCookie) },
    },
    convertConstToEnum: false,
    refResolver: { buildLocalReference: (schema, _base, _fragment, i) => nameOf(schema['$id'], i) },
    transform: ({ schema, url, route }) => ({ schema: documented(schema, route.config ?? {}), url }),
    transformObject: (document) =>
      'openapiObject' in document ? completed(document.openapiObject) : document.swaggerObject,
  });
  const serve = (path: string, type: string, render: (document: object) => string): void => {
    let rendered: string | undefined;
    const schema: FastifySchema = { hide: true };
    app.get(path, { schema, config: { anonymous: true } }, (_request, reply) => {
      rendered ??= render(app.swagger());
      return reply.type(type).send(rendered);
    });
  };
  serve(documentPath, 'application/json; charset=utf-8', (document) => JSON.stringify(document));
  // The document is built from what the summary needs; its general type says less.
  serve(summaryPath, 'text/plain; charset=utf-8', (document) => llmsText(document as SummarizedDocument));
}

function securitySchemes(sessionCookie: string) {
  return {
    apiKey: {
      type: 'apiKey',
      in: 'header',
      name: 'X-API-Key',
      description: 'An API key, for servers and scripts.',
    },
    bearer: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
      description:
        'A short-lived token of `POST /v2/auth/token`, or an access token of the configured issuer.',
    },
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: sessionCookie,
      description: 'The session of a browser that signed in with OpenID Connect at `GET /v2/auth/start`.',
    },
  } as const;
}

function nameOf(id: unknown, position: number): string {
  return typeof id === 'string' ? id : `schema-${position}`;
}
