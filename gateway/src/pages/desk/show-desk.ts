import { createHash } from 'node:crypto';
import type { RegisterRoute } from '../../rest-app.ts';
import { readModules, readStyles } from '../page-modules.ts';
import type { PageFile } from '../page-modules.ts';
import { readPageFile, sendPage } from '../page.ts';

const url = '/v2/desk';

/** The desk writes a report into this page. A report contains its styles and images and needs no script. */
const reportPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

interface AssetRoute {
  readonly Params: { readonly version: string; readonly '*': string };
}

/**
 * Serves the desk, the pages in a browser for people who do not call the API, and its assets. The address of an asset contains
 * the version of all assets, so that browsers keep it without asking again and never mix two versions.
 */
export const showDesk: RegisterRoute = (app, { config: { storageOrigin } }) => {
  const assets = new Map([['desk.css', readStyles('desk/desk.css')], ...readModules('desk')]);
  const version = hashAssets(assets);
  const page = readPageFile('desk/desk.html').replaceAll('{assets}', `${url}/${version}`);
  const images = ["img-src 'self' blob:", storageOrigin ?? ''].join(' ').trim();
  const options = { config: { anonymous: true } };
  app.get(url, options, (_request, reply) => sendPage(reply, page, [images, "frame-src 'self'"]));

  const reportPage = readPageFile('desk/report.html');
  app.get(`${url}/report`, options, (_request, reply) =>
    reply
      .headers({ 'content-security-policy': reportPolicy, 'x-frame-options': 'SAMEORIGIN' })
      .type('text/html; charset=utf-8')
      .send(reportPage),
  );

  const params = {
    type: 'object',
    required: ['version', '*'],
    properties: { version: { type: 'string', maxLength: 64 }, '*': { enum: [...assets.keys()] } },
  };
  // A first visit loads about a hundred modules. Several people may share an address.
  const config = { anonymous: true, countedAs: 'page-assets' } as const;
  const assetOptions = { config, schema: { params } };
  app.get<AssetRoute>(`${url}/:version/*`, assetOptions, ({ params: requested }, reply) => {
    const asset = assets.get(requested['*']);
    // During a deployment, a page of one version may reach a gateway of the other, whose answer must not be kept.
    const isCurrent = requested.version === version;
    return reply
      .header('cache-control', isCurrent ? 'public, max-age=31536000, immutable' : 'no-store')
      .type(asset?.type ?? '')
      .send(asset?.readContent());
  });
};

function hashAssets(assets: ReadonlyMap<string, PageFile>): string {
  const hash = createHash('sha256');
  for (const [name, { source }] of assets) hash.update(`${name}\0${source}\0`);
  return hash.digest('hex').slice(0, 16);
}
