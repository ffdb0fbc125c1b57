import { toolsets } from '@assay/operations/tools/toolsets';
import type { RegisterRoute } from '../rest-app.ts';
import { serveAssets } from './page-assets.ts';
import { readModules, readStyles } from './page-modules.ts';
import type { PageFile } from './page-modules.ts';
import { readPageFile, sendPage } from './page.ts';

const url = '/v2/mcp/connect';

/** The modules of the desk that the page imports. */
const deskModules = ['attempt.js', 'error-texts.js', 'formats.js', 'request.js', 'select.js'].map(
  (name) => `desk/parts/${name}`,
);

/** Serves the page that shows how to connect MCP clients, the tools that a key sees, and the amount that the key may spend. */
export const showConnect: RegisterRoute = (app) => {
  const desk = [...readModules('desk')].filter(([path]) => deskModules.includes(path));
  const assets = new Map([
    ['connect.css', readStyles('connect/connect.css')],
    ['toolsets.json', describeToolsets()],
    ...readModules('connect', 'shared'),
    ...desk,
  ]);
  const page = readPageFile('connect/connect.html').replaceAll('{assets}', serveAssets(app, url, assets));
  app.get(url, { config: { anonymous: true } }, (_request, reply) => sendPage(reply, page));
};

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
