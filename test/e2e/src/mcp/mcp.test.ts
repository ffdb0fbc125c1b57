import { newApiKey } from '@assay/test-kit/organizations';
import { joinPlatform } from '@assay/test-kit/processes/shared-platform';
import type { SharedPlatform } from '@assay/test-kit/processes/shared-platform';
import { createRest } from '@assay/test-kit/rest';
import type { Rest } from '@assay/test-kit/rest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMcpClient, eras } from '@assay/test-kit/mcp/mcp-client';
import type { McpClient } from '@assay/test-kit/mcp/mcp-client';

let platform: SharedPlatform;
let rest: Rest;

beforeAll(async () => {
  platform = await joinPlatform();
  rest = createRest(platform.baseUrl, platform.apiKey);
});
afterAll(async () => {
  await platform.stop();
});

describe.each(eras)('the MCP endpoint with protocol %s', (era) => {
  let mcp: McpClient;
  const connect = (key: string) => createMcpClient(platform.baseUrl, era, { 'x-api-key': key });

  beforeAll(() => {
    mcp = connect(platform.apiKey);
  });

  it('lists the same tools every time, with schemas that stand alone', async () => {
    const tools = await mcp.listTools();
    expect(tools.map(({ name }) => name).slice(0, 7)).toEqual([
      'get_current_user',
      'list_organizations',
      'list_projects',
      'get_project',
      'create_project',
      'update_project',
      'list_project_files',
    ]);
    expect(await mcp.listTools()).toEqual(tools);
    expect(JSON.stringify(tools)).not.toMatch(/"(\$ref|oneOf|if|not)":/u);
  });

  it('creates, reads, changes and lists projects in the name of the key', async () => {
    const created = await mcp.call('create_project', { name: 'By an agent', type: 'research' });
    const { id } = created.result.structuredContent;
    expect(created.result.structuredContent).toMatchObject({ name: 'By an agent', type: 'research' });
    expect(JSON.parse(created.result.content[0].text)).toEqual(created.result.structuredContent);
    const read = await mcp.call('get_project', { projectId: id });
    expect(read.result.structuredContent).toEqual((await rest.get(`/v2/projects/${id}`)).body);
    const updated = await mcp.call('update_project', { projectId: id, description: null, name: 'Renamed' });
    expect(updated.result.structuredContent).toMatchObject({ name: 'Renamed', description: null });
    const listed = await mcp.call('list_projects', { limit: 1, fields: ['name'] });
    expect(listed.result.structuredContent).toMatchObject({
      data: [{ id, name: 'Renamed' }],
      limit: 1,
      offset: 0,
    });
    const files = await mcp.call('list_project_files', { projectId: id });
    expect(files.result.structuredContent).toEqual({ data: [], total: 0, limit: 20, offset: 0 });
  });

  it('names the caller, the organization and the role', async () => {
    const user = await mcp.call('get_current_user');
    expect(user.result.structuredContent).toMatchObject({
      organizationId: platform.organizationId,
      role: 'admin',
    });
    const organizations = await mcp.call('list_organizations');
    expect(organizations.result.structuredContent).toMatchObject({
      total: 1,
      data: [{ id: platform.organizationId }],
    });
  });

  it('replays the answer of a creation with the same key', async () => {
    const args = { name: 'Once', idempotencyKey: `key-${era}` };
    const first = await mcp.call('create_project', args);
    const second = await mcp.call('create_project', args);
    expect(second.result.structuredContent).toEqual(first.result.structuredContent);
  });

  it('answers a failed call with the error of REST as its only text', async () => {
    const missing = await mcp.call('get_project', { projectId: 'v9k2m4x7q1r8t5w3y6z0a2b4' });
    expect(missing.result).toMatchObject({ isError: true });
    expect(missing.result).not.toHaveProperty('structuredContent');
    const { error } = JSON.parse(missing.result.content[0].text);
    const { body } = await rest.get('/v2/projects/v9k2m4x7q1r8t5w3y6z0a2b4');
    expect({ ...error, requestId: '' }).toEqual({ ...body.error, requestId: '' });
  });

  it.each([
    ['get_project', {}, 'projectId'],
    ['get_project', { projectId: 1 }, 'projectId'],
    ['create_project', { name: 'x', color: 'red' }, 'color'],
    ['create_project', { name: 'x', type: 'none' }, 'type'],
    ['list_projects', { limit: 201 }, 'limit'],
    ['list_projects', { fields: ['none'] }, 'fields'],
  ])('refuses wrong arguments of %s %j and names the field', async (name, args, field) => {
    const { result } = await mcp.call(name, args);
    expect(result.isError).toBe(true);
    expect(JSON.parse(result.content[0].text)).toMatchObject({
      error: { code: 'VALIDATION_ERROR', details: { field } },
    });
  });

  it('serves the catalogs of REST as resources, and large content by templates', async () => {
    const { body: listed } = await mcp.request('resources/list');
    const uris = listed.result.resources.map(({ uri }: { uri: string }) => uri);
    expect(uris).toEqual([
      'service://pipelines/catalog',
      'service://lt-pipelines/catalog',
      'service://data-platform/pipelines/catalog',
    ]);
    const paths = [
      '/v2/pipelines/catalog',
      // The deprecated resource answers the same as its successor.
      '/v2/data-platform/pipelines/catalog',
      '/v2/data-platform/pipelines/catalog',
    ];
    for (const [index, uri] of uris.entries()) {
      const { body: read } = await mcp.request('resources/read', { uri });
      const [content] = read.result.contents;
      expect(content).toMatchObject({ uri, mimeType: 'application/json' });
      expect(JSON.parse(content.text)).toEqual((await rest.get(paths[index] ?? '')).body);
    }
    const { body: templates } = await mcp.request('resources/templates/list');
    expect(templates.result.resourceTemplates).toMatchObject([
      { uriTemplate: 'service://runs/{runId}/report' },
      { uriTemplate: 'service://datasets/{datasetId}/versions/{versionId}/manifest' },
    ]);
    for (const uri of [
      'service://none',
      'service://runs/v9k2m4x7q1r8t5w3y6z0a2b4/report',
      'service://runs/../report',
    ]) {
      const { status, body } = await mcp.request('resources/read', { uri });
      expect([status, body.error.code]).toEqual([200, era === '2026-07-28' ? -32_602 : -32_002]);
    }
  });

  it('hides tools above the role and tools that the key does not allow', async () => {
    const { key: viewerKey } = await newApiKey(rest, { role: 'viewer' });
    const viewer = connect(viewerKey);
    expect((await viewer.listTools()).map(({ name }) => name)).not.toContain('create_project');
    expect((await viewer.call('create_project', { name: 'x' })).error).toMatchObject({ code: -32_602 });
    const { body } = await rest.post('/v2/users/me/api-keys', {
      name: 'limited',
      allowedTools: ['list_projects'],
    });
    const limited = connect(body.key);
    expect((await limited.listTools()).map(({ name }) => name)).toEqual(['list_projects']);
    expect((await limited.call('get_current_user')).error).toMatchObject({ code: -32_602 });
  });

  it('narrows the tools by headers', async () => {
    const list = async (headers: Record<string, string>) =>
      (await mcp.listTools(headers)).map(({ name }) => name);
    expect(await list({ 'x-mcp-toolsets': 'identity, nonsense' })).toEqual([
      'get_current_user',
      'list_organizations',
    ]);
    expect(await list({ 'x-mcp-toolsets': 'gathering' })).toEqual([]);
    expect(await list({ 'x-mcp-tools': 'get_project,list_projects' })).toEqual([
      'list_projects',
      'get_project',
    ]);
    expect(await list({ 'x-mcp-tools': 'nonsense' })).toEqual([]);
    expect(await list({ 'x-mcp-toolsets': 'projects', 'x-mcp-readonly': '1' })).toEqual([
      'list_projects',
      'get_project',
      'list_project_files',
    ]);
    expect(await list({ 'x-mcp-tools': 'get_project', 'x-mcp-exclude-tools': 'get_project' })).toEqual([]);
    const hidden = await mcp.call('create_project', { name: 'x' }, { 'x-mcp-readonly': 'true' });
    expect(hidden.error).toMatchObject({ code: -32_602 });
    expect((await mcp.call('no_such_tool')).error).toMatchObject({ code: -32_602 });
  });
});
