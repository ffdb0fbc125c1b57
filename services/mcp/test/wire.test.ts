import { newId } from '@assay/chassis/ids';
import { createRuntime } from '@assay/chassis/process/runtime';
import { CredentialKind, Role } from '@assay/proto/access/v1/access';
import { addressVariable, processes } from '@assay/proto/processes';
import { createTestPlatform } from '@assay/test-kit/test-platform';
import { afterAll, describe, expect, it } from 'vitest';
import { configFrom } from '../src/config.ts';
import type { PersonalCall } from '../src/endpoint/identify-caller.ts';
import type { ToolCall } from '../src/tools/tool-runner.ts';
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
const calls: ToolCall[] = [];
const wire = createWire({
  runtime,
  tools: {
    list: () => '[]',
    run(_caller, request) {
      calls.push(request);
      return Promise.resolve({ content: [{ type: 'text', text: '{}' }], structuredContent: {} });
    },
  },
  // No message of these tests reaches tasks or resources.
  tasks: {} as never,
  resources: {} as never,
});

type Headers = Readonly<Record<string, string>>;

async function send(message: object, headers: Headers = {}) {
  const request = {
    headers: { 'content-type': 'application/json', ...headers },
    body: Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 7, ...message })),
  };
  const { status, body } = await wire.answer(call, request);
  // Tests look into bodies field by field.
  return { status, body: JSON.parse(String(body)) as Record<string, Record<string, unknown>> };
}

function buildEnvelope(version: string) {
  return {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
}

const modern = (method: string) => ({ 'mcp-protocol-version': '2026-07-28', 'mcp-method': method });

describe('a message', () => {
  it.each(['1999-01-01', '2024-11-05', 'nonsense'])(
    'of the version %s is refused with -32022',
    async (version) => {
      const header = { 'mcp-protocol-version': version };
      const supported = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'];
      const error = { code: -32_022, data: { requested: version, supported } };
      for (const method of ['tools/list', 'ping'])
        expect(await send({ method }, header)).toMatchObject({ status: 400, body: { id: 7, error } });
      const params = { name: 'get_project', arguments: {} };
      expect(await send({ method: 'tools/call', params }, header)).toMatchObject({
        status: 400,
        body: { error },
      });
      const enveloped = { method: 'tools/list', params: { _meta: buildEnvelope(version) } };
      const answer = await send(enveloped, { ...header, 'mcp-method': 'tools/list' });
      expect([answer.status, answer.body['error']?.['code']]).toEqual([400, -32_022]);
    },
  );

  it('tells that no list ever changes, by naming no `listChanged`', async () => {
    const params = {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 't', version: '1' },
    };
    const old = await send({ method: 'initialize', params });
    expect(old.body['result']?.['capabilities']).toEqual({ tools: {}, resources: {} });
    const envelope = { _meta: buildEnvelope('2026-07-28') };
    const found = await send({ method: 'server/discover', params: envelope }, modern('server/discover'));
    expect(found.body['result']?.['capabilities']).toMatchObject({ tools: {}, resources: {} });
    expect(JSON.stringify(found.body)).not.toContain('listChanged');
  });

  it('with null as its parameters or arguments has none', async () => {
    expect(await send({ method: 'tools/list', params: null })).toMatchObject({
      status: 200,
      body: { result: {} },
    });
    expect(await send({ method: 'ping', params: null })).toMatchObject({ status: 200, body: { result: {} } });
    calls.length = 0;
    const params = { name: 'list_projects', arguments: null };
    for (let time = 0; time < 2; time += 1)
      expect(await send({ method: 'tools/call', params })).toMatchObject({
        status: 200,
        body: { result: {} },
      });
    const enveloped = { ...params, _meta: buildEnvelope('2026-07-28') };
    const headers = { ...modern('tools/call'), 'mcp-name': 'list_projects' };
    expect((await send({ method: 'tools/call', params: enveloped }, headers)).status).toBe(200);
    expect(calls.map(({ args }) => args)).toEqual([{}, {}, {}]);
  });
});
