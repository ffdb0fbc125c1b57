import { toolsets } from '@assay/operations/tools/toolsets';
import type { RegisterRoute } from '../../rest-app.ts';
import { serveAssets } from '../page-assets.ts';
import { readModules, readStyles } from '../page-modules.ts';
import type { PageFile } from '../page-modules.ts';
import { readPageFile, sendPage } from '../page.ts';

const url = '/v2/mcp/connect';

/** The modules of the desk that the page imports. */
const deskModules = ['attempt.js', 'error-texts.js', 'formats.js', 'request.js', 'select.js'];

/** Serves the page that shows how to connect MCP clients, the tools that a key sees, and the amount that the key may spend. */
export const showConnect: RegisterRoute = (app) => {
  const own = [...readModules('connect')].map(([path, file]) => [`connect/browser/${path}`, file] as const);
  const desk = [...readModules('desk')]
    .filter(([path]) => deskModules.includes(path))
    .map(([path, file]) => [`desk/browser/${path}`, file] as const);
  const shared = [...readModules('shared')].flatMap(([path, file]) => [
    [`desk/browser/shared/${path}`, file] as const,
    [`connect/browser/shared/${path}`, reexport(`../../../desk/browser/shared/${path}`)] as const,
  ]);
  const assets = new Map([
    ['connect.css', readStyles('connect/connect.css')],
    ['toolsets.json', describeToolsets()],
    ...own,
    ...desk,
    ...shared,
  ]);
  const page = readPageFile('connect/connect.html').replaceAll('{assets}', serveAssets(app, url, assets));
  app.get(url, { config: { anonymous: true } }, (_request, reply) => sendPage(reply, page));
};

/** Browsers load a shared module once, so that its classes are the same for both folders. */
function reexport(path: string): PageFile {
  const source = `export * from '${path}';\n`;
  return { type: 'text/javascript; charset=utf-8', source, readContent: () => source };
}

/** Lists the tools of each toolset. `tools/list` of the protocol does not have the toolsets. */
function describeToolsets(): PageFile {
  const source = JSON.stringify(
    toolsets.map(({ name, tools }) => ({
      name,
      tools: Object.entries(tools).map(([tool, { estimatedBy }]) => ({
        name: tool,
        isPaid: estimatedBy !== undefined,
      })),
    })),
  );
  return { type: 'application/json; charset=utf-8', source, readContent: () => source };
}
