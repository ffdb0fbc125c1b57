import type { RegisterRoute } from '../rest-app.ts';
import { readPageFile } from './page.ts';

const javascript = 'text/javascript; charset=utf-8';

/** The files that pages load. */
const files = {
  'page.css': { path: 'page.css', type: 'text/css; charset=utf-8' },
  'invitation.mjs': { path: 'invitation/browser/invitation.mjs', type: javascript },
  'invitation-texts.mjs': { path: 'invitation/browser/invitation-texts.mjs', type: javascript },
} as const;

interface PageFile {
  readonly Params: { readonly name: keyof typeof files };
}

export const showPageFile: RegisterRoute = (app) => {
  const names = Object.keys(files);
  const params = { type: 'object', required: ['name'], properties: { name: { enum: names } } };
  const contents = new Map(Object.entries(files).map(([name, { path }]) => [name, readPageFile(path)]));
  const options = { schema: { params }, config: { anonymous: true } };
  app.get<PageFile>('/v2/pages/:name', options, ({ params: { name } }, reply) =>
    reply.header('cache-control', 'public, max-age=300').type(files[name].type).send(contents.get(name)),
  );
};
