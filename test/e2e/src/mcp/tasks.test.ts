import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createTaskSessionFromClient } from '@modelcontextprotocol/ext-tasks/client';
import type { TaskEnabledSession } from '@modelcontextprotocol/ext-tasks/client';
import { samplePhotograph } from '@assay/local/verification/sample-photograph';
import { joinPlatform } from '@assay/test-kit/processes/shared-platform';
import type { SharedPlatform } from '@assay/test-kit/processes/shared-platform';
import { newApiKey } from '@assay/test-kit/organizations';
import { createRest } from '@assay/test-kit/rest';
import type { Rest } from '@assay/test-kit/rest';
import { awaitEnrichment } from '@assay/test-kit/verify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMcpClient } from '@assay/test-kit/mcp/mcp-client';
import type { McpClient } from '@assay/test-kit/mcp/mcp-client';

let platform: SharedPlatform;
let rest: Rest;
let client: Client;
let tasks: TaskEnabledSession;
let order: { projectId: string; pipelineSlug: string; fileIds: string[] };

const version = '2026-07-28';
const clientInfo = { name: 'test', version: '1' };
const capabilities = { extensions: { 'io.modelcontextprotocol/tasks': {} } };
const declared = {
  'io.modelcontextprotocol/protocolVersion': version,
  'io.modelcontextprotocol/clientInfo': clientInfo,
  'io.modelcontextprotocol/clientCapabilities': capabilities,
};

beforeAll(async () => {
  platform = await joinPlatform();
  rest = createRest(platform.baseUrl, platform.apiKey);
  client = await connect(platform.apiKey);
  tasks = createTaskSessionFromClient(client, {
    endpointId: 'assay',
    rawDispatch: async (message) => {
      const { method, params } = message as { method: string; params: Params };
      return (await send(platform.apiKey, method, params)).body;
    },
    v2RequestFraming: { protocolVersion: version, clientInfo, clientCapabilities: {} },
  });
  const { body: project } = await rest.post('/v2/projects', { name: 'Tasks', type: 'research' });
  const { body: file } = await rest.upload(project.id, samplePhotograph());
  await awaitEnrichment(rest, file.id);
  order = { projectId: project.id, pipelineSlug: 'image-authenticity', fileIds: [file.id] };
});
afterAll(async () => {
  await tasks.close();
  await client.close();
  await platform.stop();
});

async function connect(key: string): Promise<Client> {
  const connected = new Client(clientInfo, { capabilities, versionNegotiation: { mode: { pin: version } } });
  const requestInit = { headers: { 'x-api-key': key } };
  await connected.connect(
    new StreamableHTTPClientTransport(new URL(`${platform.baseUrl}/v2/mcp`), { requestInit }),
  );
  return connected;
}

type Params = Readonly<Record<string, unknown>>;

/** Sends a message of a client that declares tasks. */
async function send(key: string, method: string, params: Params, headers: Record<string, string> = {}) {
  const response = await fetch(`${platform.baseUrl}/v2/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-api-key': key,
      'mcp-protocol-version': version,
      'mcp-method': method,
      'mcp-name': String(params['name'] ?? params['taskId']),
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { _meta: declared, ...params } }),
  });
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into bodies field by field
  return { status: response.status, body: (await response.json()) as any };
}

const start = async (headers: Record<string, string> = {}) =>
  (
    await send(
      platform.apiKey,
      'tools/call',
      { name: 'run_verification_pipeline', arguments: order },
      headers,
    )
  ).body.result;
const get = (taskId: string, key = platform.apiKey, headers: Record<string, string> = {}) =>
  send(key, 'tasks/get', { taskId }, headers);
const cancel = (taskId: string, headers: Record<string, string> = {}) =>
  send(platform.apiKey, 'tasks/cancel', { taskId }, headers);

const patient = { timeout: 120_000 };

describe('long work as a task', () => {
  it('is followed by a client of the extension until its result', async () => {
    expect(client.getServerCapabilities()?.extensions).toEqual(capabilities.extensions);
    const execution = await tasks.callTool('run_verification_pipeline', order);
    const { outcome, lastTask } = await execution.settle();
    expect(outcome).toMatchObject({ status: 'completed' });
    const { result } = outcome as unknown as { result: { structuredContent: { id: string } } };
    const runId = result.structuredContent.id;
    expect(lastTask?.taskId).toBe(`verification_run:${runId}`);
    expect(result.structuredContent).toEqual((await rest.get(`/v2/verification-runs/${runId}`)).body);
  });

  it('names the run and has no content', async () => {
    const task = await start();
    expect(task).toEqual({
      resultType: 'task',
      taskId: expect.stringMatching(/^verification_run:[a-z0-9]+$/u),
      status: 'working',
      ttlMs: null,
      pollIntervalMs: 5_000,
      _meta: expect.anything(),
      createdAt: expect.any(String),
      lastUpdatedAt: expect.any(String),
    });
    const { body } = await get(task.taskId);
    expect(body.result).toMatchObject({ resultType: 'complete', taskId: task.taskId });
    const [, runId] = task.taskId.split(':');
    expect((await rest.get(`/v2/verification-runs/${runId}`)).status).toBe(200);
  });

  it('is cancelled, and stays so', async () => {
    const { taskId } = await start();
    const first = await cancel(taskId);
    expect([first.status, first.body.result.resultType]).toEqual([200, 'complete']);
    expect((await cancel(taskId)).body.error).toBe(undefined);
    const { body } = await get(taskId);
    expect(['cancelled', 'completed']).toContain(body.result.status);
    expect((await send(platform.apiKey, 'tasks/update', { taskId, inputResponses: {} })).body).toMatchObject({
      result: { resultType: 'complete' },
    });
  });

  it('is a run of the data platform or a language run too', async () => {
    const text = { name: 'a.txt', bytes: Buffer.from('A harbour. '.repeat(20)), type: 'text/plain' };
    const { body: file } = await rest.upload(order.projectId, text);
    await awaitEnrichment(rest, file.id);
    const { body: catalog } = await rest.get('/v2/lt/pipelines/catalog');
    const language = { projectId: order.projectId, pipelineSlug: catalog[0].slug, fileIds: [file.id] };
    const clean = { targetType: 'project_file', targetId: file.id, mode: 'dedup' };
    for (const [name, args, kind] of [
      ['run_lt_pipeline', language, 'lt_run'],
      ['run_data_platform_pipeline', clean, 'data_platform_run'],
    ] as const) {
      const { body } = await send(platform.apiKey, 'tools/call', { name, arguments: args });
      const { taskId } = body.result;
      expect(taskId).toMatch(new RegExp(`^${kind}:`, 'u'));
      const read = async () => (await get(taskId)).body.result;
      await expect.poll(read, patient).toMatchObject({
        status: 'completed',
        result: { structuredContent: { status: 'completed' }, content: [{ type: 'text' }] },
      });
    }
  });

  it('is only for clients that declare tasks', async () => {
    const mcp: McpClient = createMcpClient(platform.baseUrl, version, { 'x-api-key': platform.apiKey });
    const { result } = await mcp.call('run_verification_pipeline', order);
    expect(result).toMatchObject({
      resultType: 'complete',
      structuredContent: { status: 'pending', suggestedPollSeconds: 5 },
    });
    const taskId = `verification_run:${result.structuredContent.id}`;
    for (const method of ['tasks/get', 'tasks/cancel', 'tasks/update']) {
      const { body } = await mcp.request(method, { taskId }, { 'mcp-name': taskId });
      expect(body.error).toMatchObject({ code: -32_021, data: { requiredCapabilities: capabilities } });
    }
    const legacy = createMcpClient(platform.baseUrl, '2025-11-25', { 'x-api-key': platform.apiKey });
    expect((await legacy.request('tasks/get', { taskId })).body.error).toMatchObject({ code: -32_601 });
  });

  it('is an answer at once for a dry run, and for a refused call', async () => {
    const call = async (args: object) => {
      const params = { name: 'run_verification_pipeline', arguments: { ...order, ...args } };
      return (await send(platform.apiKey, 'tools/call', params)).body.result;
    };
    expect(await call({ dryRun: true })).toMatchObject({ structuredContent: { dryRun: true } });
    expect(await call({ fileIds: [] })).toMatchObject({ isError: true });
  });

  it('is unknown to others, and where its tools are hidden', async () => {
    const { taskId } = await start();
    const unknown = { error: { code: -32_602, message: 'The task does not exist.' } };
    for (const id of ['none', 'verification_run:', 'verification_run:none', 'lt_run:none', 'none:a']) {
      expect([id, (await get(id)).body]).toMatchObject([id, unknown]);
      expect([id, (await cancel(id)).body]).toMatchObject([id, unknown]);
    }
    const elsewhere = { 'x-mcp-toolsets': 'projects' };
    expect((await get(taskId, platform.apiKey, elsewhere)).body).toMatchObject(unknown);
    expect((await cancel(taskId, { 'x-mcp-readonly': 'true' })).body).toMatchObject(unknown);
    const { key } = await newApiKey(rest, { role: 'viewer' });
    expect((await get(taskId, key)).body.result.taskId).toBe(taskId);
    const refused = await send(key, 'tasks/cancel', { taskId });
    expect(refused.body).toMatchObject(unknown);
    expect((await cancel(taskId)).body.error).toBe(undefined);
  });
});
