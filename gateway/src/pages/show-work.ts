import type { RegisterRoute } from '../rest-app.ts';
import { serveAssets } from './page-assets.ts';
import { readModules, readStyles } from './page-modules.ts';
import { readPageFile, sendPage } from './page.ts';
import { createSampleFiles } from './sample-files.ts';

/**
 * Serves the page of people who work on crowd jobs: the list of jobs, each job, and the preview of a survey for requesters. Its script
 * reads the address.
 */
export const showWork: RegisterRoute = (app, { config: { storageOrigin } }) => {
  const styles = readStyles('work/work.css');
  const assets = new Map([['work.css', styles], ...readModules('work', 'shared'), ...createSampleFiles()]);
  const base = serveAssets(app, '/v2/pages/work', assets);
  const page = readPageFile('work/work.html').replaceAll('{assets}', base);
  const storage = storageOrigin === undefined ? '' : ` ${storageOrigin}`;
  const policy = [`img-src 'self'${storage}`, `media-src 'self'${storage}`];
  const options = { config: { anonymous: true } };
  for (const url of ['/v2/work', '/v2/work/:jobId', '/v2/work/preview/:templateId/:surveyVersionId'])
    app.get(url, options, (_request, reply) => sendPage(reply, page, policy));
};
