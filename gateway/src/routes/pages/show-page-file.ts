import { Type } from 'typebox';
import type { RegisterRoute } from '../../rest-app.ts';
import { readPageFile } from './page.ts';

const javascript = 'text/javascript; charset=utf-8';

/** What pages load, and its type. */
const types = {
  'page.css': 'text/css; charset=utf-8',
  'invitation.mjs': javascript,
  'invitation-texts.mjs': javascript,
} as const;

export const showPageFile: RegisterRoute = (app) => {
  const names = Object.keys(types);
  const params = Type.Object({ name: Type.Unsafe<keyof typeof types>({ enum: names }) });
  const contents = new Map(names.map((name) => [name, readPageFile(name)]));
  const schema = { hide: true, params };
  app.get('/v2/pages/:name', { schema, config: { anonymous: true } }, ({ params: { name } }, reply) =>
    reply.header('cache-control', 'public, max-age=300').type(types[name]).send(contents.get(name)),
  );
};
