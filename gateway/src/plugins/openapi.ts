import swagger from '@fastify/swagger';
import type { FastifySchema } from 'fastify';
import type { RestApp } from '../rest-app.ts';
import { addHeadersAndLinks, mendSchema } from './openapi-document.ts';
import { overview, tags } from './openapi-texts.ts';

export const documentPath = '/v2/openapi.json';

/** Describes every route registered after it, and serves the description. */
export async function serveOpenapi(app: RestApp): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Assay', version: '2.0.0', description: overview },
      servers: [{ url: '/', description: 'This host.' }],
      tags: [...tags],
      security: [{ apiKey: [] }],
      components: {
        securitySchemes: {
          apiKey: {
            type: 'apiKey',
            in: 'header',
            name: 'X-API-Key',
            description: 'An API key of your organization.',
          },
        },
      },
    },
    convertConstToEnum: false,
    refResolver: { buildLocalReference: (schema, _base, _fragment, i) => nameOf(schema['$id'], i) },
    transform: ({ schema, url, route }) => ({ schema: mendSchema(schema, route.config), url }),
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
