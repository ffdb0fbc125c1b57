import type { OutgoingCall } from '@assay/chassis/call-context';
import { describe, expect, it } from 'vitest';
import { serveOperations } from '../src/derive/serve-operations.ts';
import { toRestError } from '../src/errors/show-error.ts';
import type { JsonSchema } from '../src/json-schema.ts';
import type { CallRpc } from '../src/operation.ts';
import { resources, shapes } from '../src/resources/operations.ts';
import { serveTools } from '../src/tools/serve-tools.ts';
import { toolsets } from '../src/tools/toolsets.ts';

const tools = serveTools(toolsets, serveOperations(resources, shapes));
const call: OutgoingCall = { actor: { kind: 'anonymous' }, organizationId: 'o', requestId: 'r' };
const projectId = 'p'.repeat(24);

class SentError extends Error {
  readonly request: unknown;
  constructor(request: unknown) {
    super('the request was sent');
    this.request = request;
  }
}

/** Returns the request that a tool sends, or the error before that. */
async function send(name: string, args: Readonly<Record<string, unknown>>): Promise<unknown> {
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined) throw new Error(`there is no tool ${name}`);
  const callRpc: CallRpc = (_rpc, _call, request) => Promise.reject(new SentError(request));
  try {
    return await tool.perform({ callRpc, callAsService: callRpc }, call, args);
  } catch (error) {
    if (error instanceof SentError) return error.request;
    const { code, message, options } = toRestError(error);
    return { code, message, details: options.details };
  }
}

describe('the arguments of a tool', () => {
  it('that are null and optional are as if left out', async () => {
    const project = { name: 'Desk', description: null, type: null, idempotencyKey: null };
    expect(await send('create_project', project)).toEqual(await send('create_project', { name: 'Desk' }));
    const filters = { projectId, enrichmentStatus: null, tag: null, limit: null, offset: null, fields: null };
    expect(await send('list_project_files', filters)).toEqual(
      await send('list_project_files', { projectId }),
    );
    const renamed = { projectId, name: null, description: 'd' };
    expect(await send('update_project', renamed)).toEqual(
      await send('update_project', { projectId, description: 'd' }),
    );
  });

  it('that are null and required are refused, and so is another type, with the type that is expected', async () => {
    const refusal = (field: string, type: string) => ({
      code: 'VALIDATION_ERROR',
      message: `${field} must be ${type}`,
      details: { field },
    });
    expect(await send('get_project', { projectId: null })).toEqual(refusal('projectId', 'string'));
    expect(await send('list_projects', { limit: '5' })).toEqual(refusal('limit', 'integer'));
    expect(await send('list_projects', { fields: '["id"]' })).toEqual(refusal('fields', 'array'));
  });

  it.each([null, ''])('clear the description of a project by %j', async (description) => {
    const request = { updateMask: ['description'], description: undefined };
    expect(await send('update_project', { projectId, description })).toMatchObject(request);
    const both = await send('update_project', { projectId, description, name: 'Desk' });
    expect(both).toMatchObject({ name: 'Desk', description: undefined });
  });

  it('have one type each', () => {
    const listTypes = (schema: unknown): unknown[] =>
      typeof schema !== 'object' || schema === null
        ? []
        : Object.entries(schema as JsonSchema).flatMap(([key, value]) =>
            key === 'type' ? [value] : listTypes(value),
          );
    for (const { name, inputSchema } of tools)
      for (const type of listTypes(inputSchema)) {
        const isSingle = typeof type === 'string' || (typeof type === 'object' && !Array.isArray(type));
        expect([name, type, isSingle]).toEqual([name, type, true]);
      }
  });
});
