import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import type { RegisterRoute } from '../../rest-app.ts';
import { readPageFile, sendPage } from '../page.ts';

const url = '/v2/desk';
const types = new Map([
  ['.css', 'text/css; charset=utf-8'],
  ['.mjs', 'text/javascript; charset=utf-8'],
]);

/** What a report needs and no more: it is written into this page by the desk, and holds its styles and pictures itself. */
const reportPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

interface Asset {
  readonly Params: { readonly version: string; readonly name: string };
}

interface AssetContent {
  readonly type: string;
  readonly text: string;
}

/**
 * The page for people who would rather look than call the API, with what it loads. The address of an asset names the
 * version of all of them, so that a browser may keep it for good and never mixes two versions.
 */
export const showDesk: RegisterRoute = (app, { config: { storageOrigin } }) => {
  const assets = readAssets();
  const version = versionOf(assets);
  const page = readPageFile('desk/desk.html').replaceAll('{assets}', `${url}/${version}`);
  const pictures = ["img-src 'self' blob:", storageOrigin ?? ''].join(' ').trim();
  const options = { config: { anonymous: true } };
  app.get(url, options, (_request, reply) => sendPage(reply, page, [pictures, "frame-src 'self'"]));

  const reportPage = readPageFile('desk/report.html');
  app.get(`${url}/report`, options, (_request, reply) =>
    reply
      .headers({ 'content-security-policy': reportPolicy, 'x-frame-options': 'SAMEORIGIN' })
      .type('text/html; charset=utf-8')
      .send(reportPage),
  );

  const params = {
    type: 'object',
    required: ['version', 'name'],
    properties: { version: { type: 'string', maxLength: 64 }, name: { enum: [...assets.keys()] } },
  };
  app.get<Asset>(`${url}/:version/:name`, { ...options, schema: { params } }, ({ params: given }, reply) => {
    const asset = assets.get(given.name);
    // While a new version is put into place a page may meet the other one, which must not be kept under its name.
    const kept = given.version === version ? 'public, max-age=31536000, immutable' : 'no-store';
    return reply
      .header('cache-control', kept)
      .type(asset?.type ?? '')
      .send(asset?.text);
  });
};

function readAssets(): ReadonlyMap<string, AssetContent> {
  const modules = readdirSync(join(import.meta.dirname, 'browser')).map((name) => `browser/${name}`);
  return new Map(
    ['desk.css', ...modules.sort()].map((path) => {
      const type = types.get(extname(path)) ?? '';
      return [basename(path), { type, text: readPageFile(`desk/${path}`) }];
    }),
  );
}

function versionOf(assets: ReadonlyMap<string, AssetContent>): string {
  const hash = createHash('sha256');
  for (const [name, { text }] of assets) hash.update(`${name}\0${text}\0`);
  return hash.digest('hex').slice(0, 16);
}
