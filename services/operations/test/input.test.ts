import { describe, expect, it } from 'vitest';
import { deriveInput } from '../src/derive/input.ts';
import type { InputRules, Route } from '../src/operation.ts';
import { messageWith } from './sample-message.ts';
import type { SampleField } from './sample-message.ts';

const nothing = { params: {}, query: {}, body: undefined };

function buildInput(
  route: Route,
  fields: Readonly<Record<string, SampleField>>,
  input: InputRules<Record<string, unknown>> = {},
) {
  return deriveInput({ route, input }, messageWith(fields));
}

function listProperties(schema: unknown): Readonly<Record<string, unknown>> {
  return (schema as { properties: Record<string, unknown> }).properties;
}

it('refuses a value that is nested deeper than the decoder of any rpc follows, with the name of its field', () => {
  const { toRequest } = buildInput('POST /v2/things', { notes: { type: 'Struct' } });
  const nest = (levels: number): unknown => (levels === 0 ? 'end' : { a: nest(levels - 1) });
  expect(toRequest({ ...nothing, body: { notes: nest(32) } })).toEqual({ notes: nest(32) });
  expect(() => toRequest({ ...nothing, body: { notes: nest(33) } })).toThrow(
    'notes can be nested at most 32 levels deep',
  );
});

describe('the source of a field', () => {
  const fields = { thing_id: { type: 'string' }, part_name: { type: 'string' } } as const;

  it('is the path if it names the field, otherwise the query of a GET or DELETE', () => {
    for (const route of ['GET /v2/things/:thingId', 'DELETE /v2/things/:thingId'] as const) {
      const { params, query, body, toRequest } = buildInput(route, fields);
      expect(params).toEqual({
        type: 'object',
        properties: { thingId: { type: 'string' } },
        required: ['thingId'],
      });
      expect(query).toEqual({
        type: 'object',
        additionalProperties: false,
        properties: { partName: { type: 'string' } },
      });
      expect(body).toBeUndefined();
      const request = toRequest({ params: { thingId: 't' }, query: { partName: 'p' }, body: undefined });
      expect(request).toEqual({ thingId: 't', partName: 'p' });
    }
  });

  it('is the body for all other methods; other members are refused', () => {
    for (const method of ['POST', 'PUT', 'PATCH'] as const) {
      const { query, body, documentedBody, toRequest } = buildInput(`${method} /v2/things/:thingId`, fields);
      expect(query).toBeUndefined();
      expect(body).toEqual({
        type: 'object',
        additionalProperties: false,
        properties: { partName: { type: 'string' } },
      });
      expect(documentedBody).toBe(body);
      const request = toRequest({
        params: { thingId: 't' },
        query: { thingId: 'q' },
        body: { partName: 'p' },
      });
      expect(request).toEqual({ thingId: 't', partName: 'p' });
    }
  });

  it('is never the body for a field in the path', () => {
    const { toRequest } = buildInput('POST /v2/things/:thingId', fields);
    const request = toRequest({ params: { thingId: 't' }, query: {}, body: { thingId: 'other' } });
    expect(request).toEqual({ thingId: 't', partName: '' });
  });

  it('does not exist for an operation without a message, or without other fields', () => {
    expect(deriveInput({ route: 'POST /v2/things', input: {} })).not.toHaveProperty('body');
    expect(buildInput('POST /v2/things/:thingId', { thing_id: { type: 'string' } })).not.toHaveProperty(
      'body',
    );
    expect(buildInput('GET /v2/things/:thingId', { thing_id: { type: 'string' } })).not.toHaveProperty(
      'query',
    );
  });

  it('is listed by field, with its name in REST', () => {
    const { fields: names } = buildInput('GET /v2/things/:thingId', fields, {
      renamed: { partName: 'part_id' },
    });
    expect(names).toEqual({ thingId: 'thingId', partName: 'part_id' });
  });
});

describe('the organization of a path', () => {
  it.each(['orgId', 'organizationId'])('is :%s if no field of the request has that name', (param) => {
    const { params, organizationParam, toRequest } = buildInput(
      `GET /v2/organizations/:${param}/things/:thingId`,
      {
        thing_id: { type: 'string' },
      },
    );
    expect(organizationParam).toBe(param);
    expect(params).toMatchObject({
      required: [param, 'thingId'],
      properties: { [param]: { type: 'string' } },
    });
    expect(toRequest({ ...nothing, params: { [param]: 'o', thingId: 't' } })).toEqual({ thingId: 't' });
  });

  it('is a regular field if the request has it', () => {
    const { organizationParam, toRequest } = buildInput('GET /v2/organizations/:organizationId', {
      organization_id: { type: 'string' },
    });
    expect(organizationParam).toBeUndefined();
    expect(toRequest({ ...nothing, params: { organizationId: 'o' } })).toEqual({ organizationId: 'o' });
  });

  it.each([
    ['GET /v2/things/:thingId', 'thingId'],
    ['GET /v2/organizations/:orgId/things/:thingId', 'thingId'],
    ['GET /v2/organizations/:orgId/:organizationId', 'organizationId'],
  ] as const)('is the only parameter that does not need a field: %s is refused', (route, param) => {
    const refusal = `the path parameter ${param} is not a field of the request`;
    expect(() => buildInput(route, { part_name: { type: 'string' } })).toThrow(refusal);
  });
});

describe('the input rules of a declaration', () => {
  it('rename a field', () => {
    const { query, toRequest } = buildInput(
      'GET /v2/things',
      { part_name: { type: 'string' } },
      { renamed: { partName: 'part_id' } },
    );
    expect(Object.keys(listProperties(query))).toEqual(['part_id']);
    expect(toRequest({ ...nothing, query: { part_id: 'p' } })).toEqual({ partName: 'p' });
  });

  it('omit a field, which then has its zero value', () => {
    const { query, fields, toRequest } = buildInput(
      'GET /v2/things',
      { part_name: { type: 'string' }, color: { type: 'Color' } },
      { omitted: ['partName'] },
    );
    expect(Object.keys(listProperties(query))).toEqual(['color']);
    expect(fields).toEqual({ color: 'color' });
    expect(toRequest({ ...nothing, query: { partName: 'p' } })).toEqual({
      partName: '',
      color: 'COLOR_UNSPECIFIED',
    });
  });

  it('set a default, as REST writes it, in body and query', () => {
    const fields = { color: { type: 'Color' } } as const;
    for (const route of ['POST /v2/things', 'GET /v2/things'] as const) {
      const { body, query } = buildInput(route, fields, { defaults: { color: 'red' } });
      expect(listProperties(body ?? query)['color']).toMatchObject({ default: 'red' });
    }
  });

  it('override the default page size of a list', () => {
    const limit = { type: 'int32', rules: { int32: { gte: 1, lte: 200 } }, defaultNumber: 20 } as const;
    const fields = { limit, offset: { type: 'int32' } } as const;
    expect(buildInput('GET /v2/things', fields).query).toMatchObject({
      properties: {
        limit: { type: 'integer', minimum: 1, maximum: 200, default: 20 },
        offset: { type: 'integer', minimum: 0, maximum: 2_147_483_647, default: 0 },
      },
    });
    const { query } = buildInput('GET /v2/things', fields, { defaults: { limit: 50 } });
    expect(query).toMatchObject({ properties: { limit: { maximum: 200, default: 50 } } });
  });

  it('replace the body, but not the path parameters', () => {
    const schema = { type: 'object' };
    const documented = { anyOf: [schema] };
    const { body, documentedBody, toRequest } = buildInput(
      'POST /v2/things/:thingId',
      { thing_id: { type: 'string' }, part_name: { type: 'string' }, color: { type: 'Color' } },
      { body: { schema, documented, toRequest: ({ p }: { p: string }) => ({ partName: p }) } },
    );
    expect([body, documentedBody]).toEqual([schema, documented]);
    expect(toRequest({ params: { thingId: 't' }, query: {}, body: { p: 'x' } })).toEqual({
      thingId: 't',
      partName: 'x',
      color: 'COLOR_UNSPECIFIED',
    });
  });
});

describe('a partial update', () => {
  const fields = {
    thing_id: { type: 'string' },
    part_name: { type: 'string', rules: { required: true } },
    color: { type: 'Color', isOptional: true },
    update_mask: { type: 'FieldMask' },
  } as const;
  const readOnly = ['plan', 'balance_cents'];
  const change = buildInput('PATCH /v2/things/:thingId', fields, { readOnly });

  function buildRequest(body: unknown): unknown {
    return change.toRequest({ params: { thingId: 't' }, query: {}, body });
  }

  it('requires no field, and hides the mask', () => {
    expect(change.body).not.toHaveProperty('required');
    expect(Object.keys(listProperties(change.body))).toEqual(['partName', 'color', ...readOnly]);
    expect(change.fields).not.toHaveProperty('updateMask');
  });

  it('lists the fields that were sent by their contract names, without those of the path', () => {
    const untouched = { thingId: 't', partName: '', color: undefined };
    expect(buildRequest({})).toEqual({ ...untouched, updateMask: [] });
    expect(buildRequest({ partName: 'p' })).toEqual({
      ...untouched,
      partName: 'p',
      updateMask: ['part_name'],
    });
  });

  it('lists a field that null clears', () => {
    expect(buildRequest({ color: null })).toMatchObject({ color: undefined, updateMask: ['color'] });
  });

  it('lists a read-only field as it was sent, so that the service refuses it', () => {
    expect(listProperties(change.body)).toMatchObject({
      plan: { description: expect.stringContaining('{FORBIDDEN}') as string },
    });
    const request = buildRequest({ plan: {}, balance_cents: null });
    expect(request).toEqual({ ...(buildRequest({}) as object), updateMask: ['plan', 'balance_cents'] });
  });
});
