import type { RegisterRoute } from '../rest-app.ts';
import { readPageFile } from './page.ts';

const javascript = 'text/javascript; charset=utf-8';

/** What pages load, and its type. */
const types = {
  'page.css': 'text/css; charset=utf-8',
  'invitation.mjs': javascript,
  'invitation-texts.mjs': javascript,
} as const;

interface PageFile {
  readonly Params: { readonly name: keyof typeof types };
}

export const showPageFile: RegisterRoute = (app) => {
  const names = Object.keys(types);
  const params = { type: 'object', required: ['name'], properties: { name: { enum: names } } };
  const contents = new Map(names.map((name) => [name, readPageFile(name)]));
  const options = { schema: { params }, config: { anonymous: true } };
  app.get<PageFile>('/v2/pages/:name', options, ({ params: { name } }, reply) =>
    reply.header('cache-control', 'public, max-age=300').type(types[name]).send(contents.get(name)),
  );
};
