import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { smallPhotograph } from '@assay/test-kit/fixtures';
import { createMcpClient, eras, metaWithTasks } from '@assay/test-kit/mcp/mcp-client';
import type { Era, McpAnswer } from '@assay/test-kit/mcp/mcp-client';
import { startMcpReplicas } from '@assay/test-kit/mcp/mcp-replicas';
import type { McpReplicas } from '@assay/test-kit/mcp/mcp-replicas';
import { joinPlatform } from '@assay/test-kit/processes/shared-platform';
import type { SharedPlatform } from '@assay/test-kit/processes/shared-platform';
import { createRest } from '@assay/test-kit/rest';
import type { Rest } from '@assay/test-kit/rest';
import { awaitEnrichment } from '@assay/test-kit/verify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let platform: SharedPlatform;
let mcp: McpReplicas;
let rest: Rest;
let order: { projectId: string; pipelineSlug: string; fileIds: string[] };

beforeAll(async () => {
  platform = await joinPlatform();
  mcp = await startMcpReplicas(platform, { count: 2 });
  rest = createRest(platform.baseUrl, platform.apiKey);
  const { body: project } = await rest.post('/v2/projects', { name: 'Replicas', type: 'research' });
  const { body: file } = await rest.upload(project.id, smallPhotograph());
  await awaitEnrichment(rest, file.id);
  order = { projectId: project.id, pipelineSlug: 'image-authenticity', fileIds: [file.id] };
});
afterAll(async () => {
  await mcp.stop();
  await platform.stop();
});

const patient = { timeout: 120_000, interval: 200 };
const modes = { '2025-11-25': 'legacy', '2026-07-28': 'auto' } as const;
const connect = (era: Era) => createMcpClient(mcp.baseUrl, era, { 'x-api-key': platform.apiKey });

/** Reads from the metrics of each replica how many calls of tools it answered. */
function countToolCalls(): Promise<number[]> {
  return Promise.all(
    mcp.replicas.map(async ({ adminUrl }) => {
      const text = await (await fetch(`${adminUrl}/metrics`)).text();
      const samples = [...text.matchAll(/^assay_mcp_tool_calls_total\{.*\} (\d+)$/gmu)];
      return samples.reduce((sum, [, value]) => sum + Number(value), 0);
    }),
  );
}

/** Returns how often each replica was called meanwhile, by messages and by its own count of calls of tools. */
async function observe(work: () => Promise<void>) {
  const messages = [...mcp.balancer.forwarded];
  const toolCalls = await countToolCalls();
  await work();
  const after = await countToolCalls();
  return {
    messages: mcp.balancer.forwarded.map((count, index) => count - (messages[index] ?? 0)),
    toolCalls: after.map((count, index) => count - (toolCalls[index] ?? 0)),
  };
}

describe.each(eras)('two replicas of mcp without affinity, with protocol %s', (era) => {
  it('share a conversation of an official client, each with every second message', async () => {
    const { messages, toolCalls } = await observe(async () => {
      const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: modes[era] } });
      const requestInit = { headers: { 'x-api-key': platform.apiKey } };
      const url = new URL(`${mcp.baseUrl}/v2/mcp`);
      await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
      expect(client.getNegotiatedProtocolVersion()).toBe(era);
      const call = async (name: string, args: object) =>
        // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into answers field by field
        (await client.callTool({ name, arguments: { ...args } })).structuredContent as any;
      expect((await client.listTools()).tools.length).toBeGreaterThan(20);
      const project = await call('create_project', { name: 'Shared', type: 'research' });
      const read = await call('get_project', { projectId: project.id });
      expect(read.name).toBe('Shared');
      const { id: runId } = await call('run_verification_pipeline', order);
      await expect
        .poll(() => call('get_verification_run', { runId }), patient)
        .toMatchObject({ status: 'completed', verdict: expect.any(String) });
      const { contents } = await client.readResource({ uri: `service://runs/${String(runId)}/report` });
      expect(contents).toHaveLength(1);
      await client.close();
    });
    expect(Math.abs((messages[0] ?? 0) - (messages[1] ?? 0))).toBeLessThanOrEqual(1);
    expect(Math.min(...toolCalls)).toBeGreaterThan(0);
  });

  it('list the same bytes, for each selection of tools', async () => {
    const { messages } = await observe(async () => {
      for (const headers of [{}, { 'x-mcp-toolsets': 'datasets' }, { 'x-mcp-readonly': 'true' }]) {
        const lists: string[] = [];
        for (let sent = 0; sent < 4; sent += 1) lists.push(await readList(era, headers));
        expect(new Set(lists).size).toBe(1);
        expect(lists[0]).toContain('"tools":[{');
      }
    });
    expect(messages).toEqual([6, 6]);
  });
});

/** Returns the bytes of the answer to `tools/list`. */
async function readList(era: Era, headers: Readonly<Record<string, string>>): Promise<string> {
  const params = era === '2026-07-28' ? { _meta: metaWithTasks } : {};
  const response = await fetch(`${mcp.baseUrl}/v2/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-api-key': platform.apiKey,
      'mcp-protocol-version': era,
      'mcp-method': 'tools/list',
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params }),
  });
  return response.text();
}

describe('two replicas of mcp without affinity', () => {
  it('follow a task that one of them started, and cancel it', async () => {
    const client = connect('2026-07-28');
    const start = async () => {
      const params = { name: 'run_verification_pipeline', arguments: order, _meta: metaWithTasks };
      const { body } = await client.request('tools/call', params);
      return body.result.taskId as string;
    };
    const read = async (taskId: string) => {
      const { body } = await client.request('tasks/get', { taskId, _meta: metaWithTasks });
      return body.result;
    };
    const taskId = await start();
    await expect
      .poll(() => read(taskId), patient)
      .toMatchObject({ status: 'completed', result: { structuredContent: { status: 'completed' } } });
    const { messages } = await observe(async () => {
      expect(await read(taskId)).toEqual(await read(taskId));
    });
    expect(messages).toEqual([1, 1]);
    const other = await start();
    const cancel = () => client.request('tasks/cancel', { taskId: other, _meta: metaWithTasks });
    for (const { body } of [await cancel(), await cancel()]) expect(body.error).toBe(undefined);
    const ended = [await read(other), await read(other)].map(({ status }) => status as string);
    expect(['cancelled', 'completed']).toContain(ended[0]);
    expect(ended[1]).toBe(ended[0]);
  });

  it('lose no call while one of them is killed: a client repeats it with its key, to one effect', async () => {
    const name = `killed-${randomUUID()}`;
    const [victim] = mcp.replicas;
    const refused: unknown[] = [];
    let isOver = false;
    const work = async (era: Era): Promise<string[]> => {
      const ids: string[] = [];
      while (!isOver) ids.push(await insist(era, { name, idempotencyKey: randomUUID() }, refused));
      return ids;
    };
    const working = [...eras, ...eras].map(work);
    await pause(500);
    await victim?.process.kill();
    await pause(500);
    await victim?.process.restart();
    const restored = await observe(() => pause(500));
    isOver = true;
    const ids = (await Promise.all(working)).flat();
    expect(Math.min(...restored.toolCalls)).toBeGreaterThan(0);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.filter((one) => one !== 'SERVICE_UNAVAILABLE' && one !== 'IDEMPOTENCY_CONFLICT')).toEqual(
      [],
    );
    expect((await listIds(name)).toSorted()).toEqual(ids.toSorted());
    process.stdout.write(`${ids.length.toString()} calls, ${refused.length.toString()} refused\n`);
  });
});

/** Calls `create_project` until it answers. Returns the id; `refused` receives the codes of failed attempts. */
async function insist(era: Era, args: object, refused: unknown[]): Promise<string> {
  for (;;) {
    const answer = await connect(era).request('tools/call', { name: 'create_project', arguments: args });
    const { result } = answer.body;
    if (result?.structuredContent !== undefined) return result.structuredContent.id as string;
    refused.push(readRefusal(answer));
  }
}

/** Returns the code of a retryable refusal of the gateway or of a tool; anything else as it is. */
function readRefusal({ status, headers, body }: McpAnswer): unknown {
  if (status === 503 && headers.has('retry-after')) return body.error.code;
  return body.result?.isError === true ? JSON.parse(body.result.content[0].text).error.code : body;
}

/** Lists the projects of the organization with a name. */
async function listIds(name: string): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const { body } = await rest.get(`/v2/projects?limit=100&cursor=${encodeURIComponent(cursor)}`);
    const page = body.data as readonly { readonly id: string; readonly name: string }[];
    ids.push(...page.filter((one) => one.name === name).map(({ id }) => id));
    cursor = body.nextCursor as string | null;
  }
  return ids;
}
