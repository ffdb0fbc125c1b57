import { joinPlatform } from '@assay/test-kit/processes/shared-platform';
import type { SharedPlatform } from '@assay/test-kit/processes/shared-platform';
import { createRest } from '@assay/test-kit/rest';
import type { Rest } from '@assay/test-kit/rest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMcpClient } from '@assay/test-kit/mcp/mcp-client';

let platform: SharedPlatform;
let rest: Rest;

beforeAll(async () => {
  platform = await joinPlatform();
  rest = createRest(platform.baseUrl, platform.apiKey);
});
afterAll(async () => {
  await platform.stop();
});

describe('the allowed tools of a key', () => {
  it('are all for null, none for an empty list, and otherwise the known ones of the list', async () => {
    const { body: created } = await rest.post('/v2/users/me/api-keys', { name: 'Tools', allowedTools: [] });
    const mcp = createMcpClient(platform.baseUrl, '2026-07-28', { 'x-api-key': created.key });
    const path = `/v2/users/me/api-keys/${created.apiKey.id}`;
    const list = async () => (await mcp.listTools()).map(({ name }) => name);
    expect([created.apiKey.allowedTools, await list()]).toEqual([[], []]);
    expect((await mcp.call('list_projects')).error).toMatchObject({ code: -32_602 });
    const named = ['get_project', 'no_such_tool'];
    expect((await rest.patch(path, { allowedTools: named })).body.allowedTools).toEqual(named);
    await expect.poll(list).toEqual(['get_project']);
    expect((await rest.patch(path, { allowedTools: null })).body.allowedTools).toBe(null);
    await expect.poll(async () => (await list()).length).toBeGreaterThan(20);
    expect((await rest.patch(path, { allowedTools: [] })).body.allowedTools).toEqual([]);
    await expect.poll(list).toEqual([]);
  });
});
