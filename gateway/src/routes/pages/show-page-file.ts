import { Type } from 'typebox';
import type { RegisterRoute } from '../../rest-app.ts';
import { readPageFile } from './page.ts';

const css = 'text/css; charset=utf-8';
const javascript = 'text/javascript; charset=utf-8';

/** What pages load, by the last part of its address. */
const served = {
  'page.css': { file: 'page.css', type: css },
  'invitation.js': { file: 'invitation.mjs', type: javascript },
  'invitation-texts.js': { file: 'invitation-texts.mjs', type: javascript },
} as const;

export const showPageFile: RegisterRoute = (app) => {
  const params = Type.Object({ name: Type.Unsafe<keyof typeof served>({ enum: Object.keys(served) }) });
  const contents = new Map(Object.values(served).map(({ file }) => [file, readPageFile(file)]));
  const schema = { hide: true, params };
  app.get('/v2/pages/:name', { schema, config: { anonymous: true } }, (request, reply) => {
    const { file, type } = served[request.params.name];
    return reply.header('cache-control', 'public, max-age=300').type(type).send(contents.get(file));
  });
};
