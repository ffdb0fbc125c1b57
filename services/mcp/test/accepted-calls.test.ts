import { newId } from '@assay/chassis/ids';
import { createRuntime } from '@assay/chassis/process/runtime';
import { CredentialKind, Role } from '@assay/proto/access/v1/access';
import { addressVariable, processes } from '@assay/proto/processes';
import { createTestPlatform } from '@assay/test-kit/test-platform';
import { afterAll, describe, expect, it } from 'vitest';
import { configFrom } from '../src/config.ts';
import type { PersonalCall } from '../src/endpoint/identify-caller.ts';
import type { Caller } from '../src/tools/caller.ts';
import { selectAll } from '../src/tools/selection.ts';
import type { ToolCall, ToolOutcome } from '../src/tools/tool-runner.ts';
import { createAcceptedCalls, readCallRequest } from '../src/wire/accepted-calls.ts';
import { createWire } from '../src/wire/wire.ts';

const addresses = processes.mcp.calls.map((name) => [addressVariable(name), '127.0.0.1:1']);
const environment = { ...createTestPlatform().environment('mcp'), ...Object.fromEntries(addresses) };
const runtime = createRuntime('mcp', configFrom(environment));
afterAll(() => runtime.lifecycle.stop());

const call: PersonalCall = {
  actor: {
    kind: 'user',
    userId: newId(),
    role: Role.USER,
    modules: [],
    allowedTools: undefined,
    credentialId: newId(),
    credentialKind: CredentialKind.API_KEY,
  },
  organizationId: newId(),
  requestId: newId(),
};
const caller: Caller = { call, selection: selectAll };

const text = { type: 'text', text: '{"id":"p1"} \u2028 <é>' } as const;
const link = {
  type: 'resource_link',
  uri: 'assay://runs/r1',
  name: 'report',
  description: 'The report.',
  mimeType: 'application/json',
} as const;
const outcomes: Readonly<Record<string, ToolOutcome>> = {
  get_project: {
    content: [text],
    structuredContent: { id: 'p1', tags: [], owner: null, deep: { a: [1.5] } },
  },
  get_run: { content: [text, link], structuredContent: { id: 'r1' } },
  list_files: { content: [{ type: 'text', text: '{"error":{}}' }], isError: true },
};

/** A runner whose tools are called with what the wire read. */
function createTools(hidden: ReadonlySet<string> = new Set()) {
  const calls: ToolCall[] = [];
  return {
    calls,
    list: () => '[]',
    run(_caller: Caller, request: ToolCall): Promise<ToolOutcome> {
      const outcome = outcomes[request.name];
      if (outcome === undefined || hidden.has(request.name))
        return Promise.resolve({ refusal: `There is no tool ${request.name}.` });
      calls.push(request);
      return Promise.resolve(outcome);
    },
  };
}

const eras = ['2025-11-25', '2026-07-28'] as const;
type Era = (typeof eras)[number];

function buildRequest(era: Era, name: string, { id = 1, meta = {}, args = {} }: Partial<Sent> = {}) {
  const envelope = {
    'io.modelcontextprotocol/protocolVersion': era,
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
    ...meta,
  };
  const isStateless = era === '2026-07-28';
  const params = { name, arguments: args, ...(isStateless && { _meta: envelope }) };
  const headers = {
    'content-type': 'application/json',
    'mcp-protocol-version': era,
    ...(isStateless && { 'mcp-method': 'tools/call', 'mcp-name': name }),
  };
  return { headers, message: { jsonrpc: '2.0', id, method: 'tools/call', params } };
}

interface Sent {
  readonly id: string | number;
  readonly meta: object;
  readonly args: object;
}

function openWire(tools = createTools()) {
  // Calls of tools reach neither tasks nor resources.
  const wire = createWire({ runtime, tools, tasks: {} as never, resources: {} as never });
  return async ({ headers, message }: ReturnType<typeof buildRequest>) => {
    const { status, body } = await wire.answer(call, { headers, body: Buffer.from(JSON.stringify(message)) });
    return { status, body: JSON.parse(String(body)) as Readonly<Record<string, unknown>> };
  };
}

describe.each(eras)('a call whose form was accepted before, %s', (era) => {
  it.each(Object.keys(outcomes))('has the same answer as before: %s', async (name) => {
    const tools = createTools();
    const send = openWire(tools);
    const request = buildRequest(era, name, { args: { projectId: 'p1' } });
    const first = await send(request);
    expect(first.status).toBe(200);
    expect(await send(request)).toEqual(first);
    const other = await send(buildRequest(era, name, { id: 'seven', args: { projectId: 'p2' } }));
    expect(other.body).toEqual({ ...first.body, id: 'seven' });
    expect(tools.calls.map(({ args }) => args['projectId'])).toEqual(['p1', 'p1', 'p2']);
  });

  it('is answered without the protocol library, and no other form is', async () => {
    const calls = createAcceptedCalls(createTools());
    const read = (request: ReturnType<typeof buildRequest>) => {
      const form = readCallRequest(request.headers, request.message);
      if (form === undefined) throw new Error('the message is no call');
      return form;
    };
    const form = read(buildRequest(era, 'get_project'));
    expect(await calls.answer(caller, form)).toBeUndefined();
    calls.remember(form, '{"result":{"content":[]},"jsonrpc":"2.0","id":1}');
    expect(await calls.answer(caller, form)).toContain('"structuredContent"');
    const others = [
      read(buildRequest(era, 'get_run')),
      read({
        ...buildRequest(era, 'get_project'),
        headers: { 'mcp-protocol-version': '2025-06-18' } as never,
      }),
    ];
    for (const other of others) expect(await calls.answer(caller, other)).toBeUndefined();
  });

  it('of a tool that is hidden is refused as by the library', async () => {
    const hidden = new Set<string>();
    const send = openWire(createTools(hidden));
    const request = buildRequest(era, 'get_project');
    await send(request);
    hidden.add('get_project');
    expect((await send(request)).body['error']).toEqual({
      code: -32_602,
      message: 'There is no tool get_project.',
    });
  });
});

describe('calls that the library has to read each time', () => {
  it('are those that it refused', async () => {
    const send = openWire();
    const { headers, message } = buildRequest('2026-07-28', 'get_project');
    const foreign = { headers: { ...headers, 'mcp-name': 'get_run' }, message };
    for (const request of [foreign, foreign]) expect((await send(request)).status).toBe(400);
  });

  it('are those with tasks, wrong ids and arguments that are no object', () => {
    const tasks = {
      'io.modelcontextprotocol/clientCapabilities': { extensions: { 'io.modelcontextprotocol/tasks': {} } },
    };
    const read = (sent: object) => {
      const { headers, message } = buildRequest('2026-07-28', 'get_run', sent);
      return readCallRequest(headers, message);
    };
    expect(read({})).toBeDefined();
    for (const sent of [{ meta: tasks }, { id: 1.5 }, { id: null }, { args: [] }, { args: 'x' }])
      expect(read(sent)).toBeUndefined();
  });
});
