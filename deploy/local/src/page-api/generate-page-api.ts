import openapiTypescript, { astToString } from 'openapi-typescript';
import type { OpenAPI3 } from 'openapi-typescript';
import ts from 'typescript';
import { listOperations, selectOperations } from './select-operations.ts';
import type { ApiDocument } from './select-operations.ts';

interface PageApi {
  /** Types of parameters, bodies and answers. Pages import them as types only, so that browsers do not load them. */
  readonly types: string;
  /** A module with method and path of each operation. */
  readonly routes: string;
}

const header = '// Generated from gateway/openapi.json: npm test -- deploy/local/src/page-api -u\n\n';

/** Generates the modules for the operations that the sources of pages name, as `api.createProject(…)` or `writePath('createProject', …)`. */
export async function generatePageApi(document: ApiDocument, sources: readonly string[]): Promise<PageApi> {
  const ids = new Set(sources.flatMap(findNames));
  const selected = selectOperations(document, ids) as unknown as OpenAPI3;
  const types = await openapiTypescript(selected, {
    immutable: true,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    silent: true,
  });
  const routes = listOperations(document, ids).map(
    ({ method, path, operation }) => `  ${operation.operationId}: '${method.toUpperCase()} ${path}',\n`,
  );
  return {
    types: header + astToString(types.filter((node) => !describesPath(node))),
    routes: `${header}export const routes = {\n${routes.join('')}} as const;\n`,
  };
}

/** The interface `paths` repeats the operations by their paths. */
function describesPath(node: ts.Node): boolean {
  return ts.isInterfaceDeclaration(node) && node.name.text === 'paths';
}

function findNames(source: string): readonly string[] {
  return [...source.matchAll(/\bapi\.(\w+)\(|(?:\bwritePath\(\s*|(?:Answer|Body|PathOf)<)'(\w+)'/gu)].map(
    ([, called, named]) => called ?? named ?? '',
  );
}
