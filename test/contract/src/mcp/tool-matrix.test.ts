import { joinPlatform } from '@assay/test-kit/processes/shared-platform';
import type { SharedPlatform } from '@assay/test-kit/processes/shared-platform';
import { createMcpClient, eras } from '@assay/test-kit/mcp/mcp-client';
import type { ListedTool, McpAnswer } from '@assay/test-kit/mcp/mcp-client';
import { compileOutputSchemas } from '@assay/test-kit/mcp/output-schemas';
import type { CheckOutput } from '@assay/test-kit/mcp/output-schemas';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyScope, badCredential, keyOf } from '../matrix/attempt.ts';
import { roles } from '../matrix/roles.ts';
import { isEnough } from '../matrix/row.ts';
import { createWorld } from '../matrix/world.ts';
import type { World } from '../matrix/world.ts';
import { fetchDocument, operationsOf } from '../openapi-document.ts';
import { callTool, compareCell, findMatrixTool } from './tool-cells.ts';
import type { MatrixTool } from './tool-cells.ts';
import { toolOperations } from './tool-operations.ts';

let platform: SharedPlatform;
let world: World;
let listed: readonly ListedTool[];
let checkOutput: CheckOutput;
const tools = new Map<string, MatrixTool>();

beforeAll(async () => {
  platform = await joinPlatform();
  const document = await fetchDocument(platform.baseUrl);
  const operations = new Map(operationsOf(document).map((one) => [one.operationId, one]));
  world = await createWorld(platform);
  listed = await createMcpClient(platform.baseUrl, '2025-11-25', keyOf(world, 'admin', 'own')).listTools();
  checkOutput = compileOutputSchemas(listed);
  for (const tool of listed) tools.set(tool.name, findMatrixTool(tool, operations));
});
afterAll(async () => {
  await platform.stop();
});

it('has a row for every tool, and a tool for every row', () => {
  expect(Object.keys(toolOperations)).toEqual(listed.map(({ name }) => name));
});

const cases = Object.keys(toolOperations).flatMap((name) => eras.map((era) => ({ name, era })));

describe.each(cases)('$name with protocol $era', ({ name, era }) => {
  it('refuses every credential that does not hold as REST does', async () => {
    const tool = findTool(name);
    for (const credential of ['anonymous', 'expired key', 'guest'] as const) {
      const cell = { credential: badCredential(world, credential), exists: true };
      const { mcp, rest } = await compareCell(world, tool, era, cell);
      expect([credential, mcp.status, mcp.body]).toEqual([credential, 401, rest.body]);
    }
  });

  it.each(roles)('answers a %s of the organization, or is hidden', async (role) => {
    const tool = findTool(name);
    const path = (await tool.row.make?.(world, role)) ?? {};
    const cell = { credential: keyOf(world, role, 'own'), exists: true, path };
    const outcome = readOutcome(name, await callTool(world, tool, era, cell));
    expect([role, outcome]).toEqual([role, isEnough(role, tool.row) ? 'succeeded' : 'hidden']);
  });

  it.each(roles)('is the same for a %s as REST for what is foreign or does not exist', async (role) => {
    const tool = findTool(name);
    for (const scope of ['other organization', 'not limited to it', 'unknown id'] as const) {
      const cell = { credential: keyOf(world, role, scope), ...applyScope(world, tool.operation, scope) };
      const { mcp, rest } = await compareCell(world, tool, era, cell);
      const isVisible = mcp.status === 404 || isEnough(role, tool.row);
      expect([scope, readOutcome(name, mcp)]).toEqual([scope, isVisible ? rest.body : 'hidden']);
      expect([scope, rest.status >= 400]).toEqual([scope, true]);
    }
  });
});

function findTool(name: string): MatrixTool {
  const tool = tools.get(name);
  if (tool === undefined) throw new Error(`the tool ${name} is not listed`);
  return tool;
}

/** Reads whether a call succeeded, the tool is hidden, or else the error body, which is the only text of a failed call. */
function readOutcome(name: string, { status, body }: McpAnswer): unknown {
  if (status === 404) return body;
  const { error, result } = body;
  if (error?.code === -32_602 && String(error.message).includes('needs the role')) return 'hidden';
  if (error !== undefined) return body;
  if (result.isError !== true) {
    checkOutput(name, result.structuredContent);
    return 'succeeded';
  }
  const isAlone = result.content.length === 1 && !Object.hasOwn(result, 'structuredContent');
  return isAlone ? JSON.parse(result.content[0].text) : body;
}
