import { basename } from 'node:path';
import type { RegisterRoute } from '../rest-app.ts';
import { readModules, readStyles } from './page-modules.ts';

interface PageFileRoute {
  readonly Params: { readonly name: string };
}

/** Serves the styles of all pages, and the modules of the invitation page. */
export const showPageFile: RegisterRoute = (app) => {
  const modules = [...readModules('invitation')].map(([path, file]) => [basename(path), file] as const);
  const files = new Map([['page.css', readStyles('page.css')], ...modules]);
  const params = {
    type: 'object',
    required: ['name'],
    properties: { name: { enum: [...files.keys()] } },
  };
  const options = { schema: { params }, config: { anonymous: true } };
  app.get<PageFileRoute>('/v2/pages/:name', options, ({ params: { name } }, reply) => {
    const file = files.get(name);
    return reply
      .header('cache-control', 'public, max-age=300')
      .type(file?.type ?? '')
      .send(file?.readContent());
  });
};
