import { createMcpClient } from '@assay/test-kit/mcp/mcp-client';
import type { Era, ListedTool, McpAnswer } from '@assay/test-kit/mcp/mcp-client';
import { attempt, pathValues } from '../matrix/attempt.ts';
import type { Cell } from '../matrix/attempt.ts';
import type { PathValues, Row } from '../matrix/row.ts';
import { table } from '../matrix/table.ts';
import type { World } from '../matrix/world.ts';
import type { NamedOperation } from '../openapi-document.ts';
import { toolOperations } from './tool-operations.ts';

/** A tool with the row of its operation in the matrix of REST. */
export interface MatrixTool {
  readonly name: string;
  readonly operation: NamedOperation;
  readonly row: Row;
}

/** Finds the operation and the row of a listed tool. */
export function findMatrixTool(
  { name }: Pick<ListedTool, 'name'>,
  operations: ReadonlyMap<string, NamedOperation>,
): MatrixTool {
  const operationId = toolOperations[name] ?? '';
  const operation = operations.get(operationId);
  const row = table[operationId];
  if (operation === undefined || row === undefined) throw new Error(`the tool ${name} has no row`);
  return { name, operation, row };
}

/** The answers of both adapters to the same call. */
export interface Compared {
  readonly mcp: McpAnswer;
  readonly rest: { readonly status: number; readonly body: unknown };
}

/** Calls a tool, and its operation over REST, with the credential and ids of a cell. */
export async function compareCell(world: World, tool: MatrixTool, era: Era, cell: Cell): Promise<Compared> {
  const { status, text } = await attempt(world, tool.operation, tool.row, cell);
  return { mcp: await callTool(world, tool, era, cell), rest: { status, body: JSON.parse(text) } };
}

/** Calls a tool with the arguments of a cell. */
export function callTool(world: World, tool: MatrixTool, era: Era, cell: Cell): Promise<McpAnswer> {
  const { name, operation, row } = tool;
  const client = createMcpClient(world.platform.baseUrl, era, cell.credential);
  const values = pathValues(world, operation, cell);
  const chosen = cell.chosenOrganizationId;
  const headers = {
    'x-request-id': 'the-same',
    ...(chosen !== undefined && { 'x-organization-id': chosen }),
  };
  const args = { ...pickPath(operation, values), ...(row.body?.(world, values) as object | undefined) };
  return client.request('tools/call', { name, arguments: args }, headers);
}

function pickPath({ path }: NamedOperation, values: PathValues): PathValues {
  const names = [...path.matchAll(/\{(\w+)\}/gu)].map(([, name = '']) => name);
  return Object.fromEntries(names.map((name) => [name, values[name] ?? name]));
}
