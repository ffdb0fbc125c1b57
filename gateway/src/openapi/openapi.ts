import type { ServedOperations } from '@assay/operations/derive/serve-operations';
import { openapiDocument } from '@assay/operations/openapi/document';
import type { OpenapiDocument } from '@assay/operations/openapi/document';
import { llmsText } from '@assay/operations/openapi/llms-text';
import { resources } from '@assay/operations/resources/operations';
import { serveTools } from '@assay/operations/tools/serve-tools';
import { toolsets } from '@assay/operations/tools/toolsets';
import { createStaticContent } from '../responses/static-content.ts';
import type { RestApp } from '../rest-app.ts';

export const documentPath = '/v2/openapi.json';
const summaryPath = '/v2/llms.txt';

/** Serves the OpenAPI document and its summary. Each is created with its first request. */
export function serveOpenapi(app: RestApp, served: ServedOperations, sessionCookie: string): void {
  const serve = (path: string, type: string, render: () => string): void => {
    const content = createStaticContent({ type, cacheControl: 'public, no-cache', render });
    app.get(path, { config: { anonymous: true } }, (request, reply) => content.send(request, reply));
  };
  let described: OpenapiDocument | undefined;
  const document = () => (described ??= openapiDocument(served, resources, sessionCookie));
  serve(documentPath, 'application/json; charset=utf-8', () => JSON.stringify(document()));
  serve(summaryPath, 'text/plain; charset=utf-8', () => llmsText(document(), serveTools(toolsets, served)));
}
