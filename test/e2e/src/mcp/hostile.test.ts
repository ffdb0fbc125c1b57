import { createMcpClient, eras } from '@assay/test-kit/mcp/mcp-client';
import type { McpAnswer, McpClient } from '@assay/test-kit/mcp/mcp-client';
import { joinPlatform } from '@assay/test-kit/processes/shared-platform';
import type { SharedPlatform } from '@assay/test-kit/processes/shared-platform';
import { createRest } from '@assay/test-kit/rest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countEverything } from './counts.ts';
import { generateWrongCalls } from './wrong-arguments.ts';
import type { WrongCall } from './wrong-arguments.ts';

let platform: SharedPlatform;

beforeAll(async () => {
  platform = await joinPlatform();
});
afterAll(async () => {
  await platform.stop();
});

describe.each(eras)('hostile calls with protocol %s', (era) => {
  let mcp: McpClient;
  beforeAll(() => {
    mcp = createMcpClient(platform.baseUrl, era, { 'x-api-key': platform.apiKey });
  });

  it('refuses 1,000 generated calls with a wrong argument, names it and changes nothing', async () => {
    const rest = createRest(platform.baseUrl, platform.apiKey);
    const before = await countEverything(rest);
    const calls = generateWrongCalls(await mcp.listTools(), 1_000, eras.indexOf(era) + 1);
    const accepted: unknown[] = [];
    const queue = [...calls];
    const work = async () => {
      for (let one = queue.pop(); one !== undefined; one = queue.pop()) {
        const answer = await mcp.request('tools/call', { name: one.name, arguments: one.args });
        if (!isRefused(one, answer)) accepted.push([one, answer.status, answer.body]);
      }
    };
    await Promise.all(Array.from({ length: 8 }, work));
    expect(accepted).toEqual([]);
    expect(await countEverything(rest)).toEqual(before);
  });

  it.each([
    ['no name', {}],
    ['a name that is a list', { name: ['list_projects'] }],
    ['arguments that are a text', { name: 'list_projects', arguments: 'x' }],
    ['arguments that are a list', { name: 'list_projects', arguments: [] }],
  ])('refuses a call with %s', async (_title, params) => {
    const { body } = await mcp.request('tools/call', params, { 'mcp-name': 'list_projects' });
    expect(body.result).toBe(undefined);
    expect([-32_600, -32_602, -32_020]).toContain(body.error.code);
  });
});

/** Returns true for the validation error that names the wrong argument. */
function isRefused({ field }: WrongCall, { status, body }: McpAnswer): boolean {
  if (status !== 200 || body.result?.isError !== true) return false;
  const { error } = JSON.parse(body.result.content[0].text);
  return error.code === 'VALIDATION_ERROR' && String(error.details?.field).startsWith(field);
}
