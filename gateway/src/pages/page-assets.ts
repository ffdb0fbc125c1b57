import { createHash } from 'node:crypto';
import type { RestApp } from '../rest-app.ts';
import type { PageFile } from './page-modules.ts';

interface AssetRoute {
  readonly Params: { readonly version: string; readonly '*': string };
}

/**
 * Serves the assets of a page under `<url>/<version>/`, and returns this address. It contains the version of all assets, so that
 * browsers keep them without asking again and never mix two versions.
 */
export function serveAssets(app: RestApp, url: string, assets: ReadonlyMap<string, PageFile>): string {
  const version = hashAssets(assets);
  const params = {
    type: 'object',
    required: ['version', '*'],
    properties: { version: { type: 'string', maxLength: 64 }, '*': { enum: [...assets.keys()] } },
  };
  // A first visit loads about a hundred modules. Several people may share an address.
  const config = { anonymous: true, countedAs: 'page-assets' } as const;
  const options = { config, schema: { params } };
  app.get<AssetRoute>(`${url}/:version/*`, options, ({ params: requested }, reply) => {
    const asset = assets.get(requested['*']);
    // During a deployment, a page of one version may reach a gateway of the other, whose answer must not be kept.
    const isCurrent = requested.version === version;
    return reply
      .header('cache-control', isCurrent ? 'public, max-age=31536000, immutable' : 'no-store')
      .type(asset?.type ?? '')
      .send(asset?.readContent());
  });
  return `${url}/${version}`;
}

function hashAssets(assets: ReadonlyMap<string, PageFile>): string {
  const hash = createHash('sha256');
  for (const [name, { source }] of assets) hash.update(`${name}\0${source}\0`);
  return hash.digest('hex').slice(0, 16);
}
