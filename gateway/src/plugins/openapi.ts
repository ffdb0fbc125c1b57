import swagger from '@fastify/swagger';
import type { FastifySchema } from 'fastify';
import type { RestApp } from '../rest-app.ts';
import { addHeadersAndLinks } from './openapi-document.ts';
import { documented } from './openapi-schema.ts';
import { overview, tags } from './openapi-texts.ts';

export const documentPath = '/v2/openapi.json';

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

/** Describes every route registered after it, and serves the description. */
export async function serveOpenapi(app: RestApp, sessionCookie: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Assay', version: '2.0.0', description: overview },
      servers: [{ url: '/', description: 'This host.' }],
      tags: [...tags],
      security: [{ apiKey: [] }, { bearer: [] }, { session: [] }],
      components: { securitySchemes: securitySchemes(sessionCookie) },
    },
    convertConstToEnum: false,
    refResolver: { buildLocalReference: (schema, _base, _fragment, i) => nameOf(schema['$id'], i) },
    transform: ({ schema, url, route }) => ({ schema: documented(schema, route.config ?? {}), url }),
    transformObject: (document) =>
      'openapiObject' in document ? addHeadersAndLinks(document.openapiObject) : document.swaggerObject,
  });
  const hidden: FastifySchema = { hide: true };
  app.get(documentPath, { schema: hidden, config: { anonymous: true } }, (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(serialized(app)),
  );
}

function nameOf(id: unknown, position: number): string {
  return typeof id === 'string' ? id : `schema-${position}`;
}

const rendered = new WeakMap<RestApp, string>();

function serialized(app: RestApp): string {
  const text = rendered.get(app) ?? JSON.stringify(app.swagger());
  rendered.set(app, text);
  return text;
}
