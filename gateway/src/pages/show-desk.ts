import type { RegisterRoute } from '../rest-app.ts';
import { serveAssets } from './page-assets.ts';
import { readModules, readStyles } from './page-modules.ts';
import { readPageFile, sendPage } from './page.ts';

const url = '/v2/desk';

/** The desk writes a report into this page. A report contains its styles and images and needs no script. */
const reportPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/** Serves the desk, the pages in a browser for people who do not call the API, and its assets. */
export const showDesk: RegisterRoute = (app, { config: { storageOrigin } }) => {
  const assets = new Map([
    ['desk.css', readStyles('desk/desk.css')],
    ['crowd.css', readStyles('desk/crowd.css')],
    ...readModules('desk', 'shared'),
  ]);
  const page = readPageFile('desk/desk.html').replaceAll('{assets}', serveAssets(app, url, assets));
  const images = ["img-src 'self' blob:", storageOrigin ?? ''].join(' ').trim();
  const recordings = ["media-src 'self'", storageOrigin ?? ''].join(' ').trim();
  const options = { config: { anonymous: true } };
  app.get(url, options, (_request, reply) => sendPage(reply, page, [images, recordings, "frame-src 'self'"]));

  const reportPage = readPageFile('desk/report.html');
  app.get(`${url}/report`, options, (_request, reply) =>
    reply
      .headers({ 'content-security-policy': reportPolicy, 'x-frame-options': 'SAMEORIGIN' })
      .type('text/html; charset=utf-8')
      .send(reportPage),
  );
};
