import type { RegisterRoute } from '../rest-app.ts';
import { readPageFile, sendPage } from './page.ts';

/** Serves the first page: the purpose of Assay, and the ways to use it. */
export const showHome: RegisterRoute = (app) => {
  const page = readPageFile('home/home.html');
  app.get('/', { config: { anonymous: true } }, (_request, reply) => sendPage(reply, page));
};
