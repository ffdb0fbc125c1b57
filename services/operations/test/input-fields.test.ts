import { describe, expect, it } from 'vitest';
import { deriveInput } from '../src/derive/input.ts';
import type { Input } from '../src/derive/input.ts';
import type { Route } from '../src/operation.ts';
import { messageWith } from './sample-message.ts';
import type { SampleField } from './sample-message.ts';

const nothing = { params: {}, query: {}, body: undefined };

function buildInput(route: Route, fields: Readonly<Record<string, SampleField>>): Input {
  return deriveInput({ route, input: {} }, messageWith(fields));
}

/** Returns the schema of the only field of a body. */
function buildBodySchema(field: SampleField): unknown {
  return listProperties(buildInput('POST /v2/things', { field }).body)['field'];
}

function listProperties(schema: unknown): Readonly<Record<string, unknown>> {
  return (schema as { properties: Record<string, unknown> }).properties;
}

/** Returns the value of the only field in the request message. */
function convertField(field: SampleField, value: unknown): unknown {
  const { toRequest } = buildInput('POST /v2/things', { field });
  return (toRequest({ ...nothing, body: { field: value } }) as { field: unknown }).field;
}

/** Returns the value of the field in the request message if it is not sent. */
function readUnset(field: SampleField): unknown {
  const { toRequest } = buildInput('POST /v2/things', { field });
  return (toRequest({ ...nothing, body: {} }) as { field: unknown }).field;
}

describe('an input field', () => {
  it.each([
    ['string', { type: 'string' }, '', 'x'],
    ['bool', { type: 'boolean' }, false, true],
    ['int32', { type: 'integer' }, 0, 7],
    ['int64', { type: 'integer' }, 0, 7],
    ['double', { type: 'number' }, 0, 0.5],
  ] as const)(
    'of type %s is passed on unchanged, and has its zero value if it is not sent',
    (type, schema, zero, value) => {
      expect(buildBodySchema({ type })).toEqual(schema);
      expect(readUnset({ type })).toBe(zero);
      expect(convertField({ type }, value)).toBe(value);
    },
  );

  it('has the comment of the contract as its description', () => {
    const comment = ' What it is\n called.\n';
    expect(buildBodySchema({ type: 'string', comment })).toEqual({
      type: 'string',
      description: 'What it is called.',
    });
  });

  it('has the limits of the contract', () => {
    const rules = { string: { minLen: '1', maxLen: '5', '[assay.rules.v1.visible]': true, in: ['a'] } };
    expect(buildBodySchema({ type: 'string', rules })).toEqual({
      type: 'string',
      minLength: 1,
      maxLength: 5,
      pattern: '\\S',
      enum: ['a'],
    });
    expect(buildBodySchema({ type: 'string', rules: { string: { email: true } } })).toMatchObject({
      format: 'email',
    });
    expect(buildBodySchema({ type: 'int64', rules: { int64: { gte: '0', lte: '9' } } })).toEqual({
      type: 'integer',
      minimum: 0,
      maximum: 9,
    });
  });

  it('that is optional can be null, which means not sent', () => {
    const field = {
      type: 'string',
      isOptional: true,
      rules: { string: { maxLen: '5' } },
      comment: ' N.',
    } as const;
    expect(buildBodySchema(field)).toEqual({
      anyOf: [{ type: 'string', maxLength: 5 }, { type: 'null' }],
      description: 'N.',
    });
    expect([readUnset(field), convertField(field, null), convertField(field, '')]).toEqual([
      undefined,
      undefined,
      '',
    ]);
  });

  it('that is optional is never null in a query', () => {
    const rules = { string: { maxLen: '5' } };
    const { query, toRequest } = buildInput('GET /v2/things', {
      field: { type: 'string', isOptional: true, rules },
    });
    expect(query).toEqual({
      type: 'object',
      additionalProperties: false,
      properties: { field: { type: 'string', maxLength: 5 } },
    });
    expect(toRequest(nothing)).toEqual({ field: undefined });
  });

  it('that is required must be in the body, even if it is optional in order to distinguish zero from unset', () => {
    const rules = { required: true };
    const { body } = buildInput('POST /v2/things', {
      name: { type: 'string', rules },
      amount: { type: 'int64', isOptional: true, rules },
      other: { type: 'string' },
    });
    expect(body).toMatchObject({ required: ['name', 'amount'] });
    expect(listProperties(body)['amount']).toEqual({ type: 'integer' });
  });

  it('of an enum type accepts the names of REST, without the unspecified and the excluded values', () => {
    const field = { type: 'Color' } as const;
    expect(buildBodySchema(field)).toEqual({
      type: 'string',
      enum: ['red', 'dark-blue'],
      description: '`red`: Like a rose.',
    });
    const excluding = { ...field, rules: { enum: { notIn: [1] } } };
    expect(buildBodySchema(excluding)).toMatchObject({ enum: ['dark-blue'] });
    expect(readUnset(field)).toBe('COLOR_UNSPECIFIED');
    expect(readUnset({ ...field, isOptional: true })).toBeUndefined();
    expect(convertField(field, 'dark-blue')).toBe('COLOR_DARK_BLUE');
  });

  it('of type Timestamp accepts the format of RFC 3339', () => {
    const field = { type: 'Timestamp' } as const;
    expect(buildBodySchema(field)).toEqual({ type: 'string', format: 'date-time' });
    expect(buildBodySchema({ ...field, isOptional: true })).toEqual({
      anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }],
    });
    expect(convertField(field, '2026-12-05t10:00:00.5+01:00')).toEqual(new Date('2026-12-05T09:00:00.500Z'));
    expect([readUnset(field), convertField({ ...field, isOptional: true }, null)]).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('of type Struct accepts any object, unchanged', () => {
    const field = { type: 'Struct' } as const;
    expect(buildBodySchema(field)).toMatchObject({ type: 'object', additionalProperties: true });
    const value = { deep: [1, null, { x: 'y' }] };
    expect(convertField(field, value)).toBe(value);
    expect(readUnset(field)).toBeUndefined();
  });

  it('of a repeated type has limits for the list and for its items', () => {
    const items = { string: { minLen: '1' } };
    const field: SampleField = {
      type: 'string',
      isRepeated: true,
      rules: { repeated: { minItems: '1', maxItems: '2', unique: true, items } },
    };
    expect(buildBodySchema(field)).toEqual({
      type: 'array',
      minItems: 1,
      maxItems: 2,
      uniqueItems: true,
      items: { type: 'string', minLength: 1 },
    });
    expect(convertField(field, ['a'])).toEqual(['a']);
    expect(readUnset(field)).toEqual([]);
  });

  it('of a repeated message type accepts objects without other members', () => {
    const field: SampleField = {
      type: 'Part',
      isRepeated: true,
      rules: { repeated: { maxItems: '2' } },
    };
    const properties = { partName: { type: 'string' } };
    const items = { type: 'object', additionalProperties: false, properties };
    expect(buildBodySchema(field)).toMatchObject({ type: 'array', maxItems: 2, items });
    expect(convertField(field, [{ partName: 'a' }, {}])).toEqual([{ partName: 'a' }, { partName: '' }]);
    expect(readUnset(field)).toEqual([]);
  });

  it('of a message type accepts an object without other members', () => {
    const field: SampleField = { type: 'Part' };
    const properties = { partName: { type: 'string' } };
    expect(buildBodySchema(field)).toMatchObject({ type: 'object', additionalProperties: false, properties });
    expect(convertField(field, { partName: 'a' })).toEqual({ partName: 'a' });
    expect(readUnset(field)).toBeUndefined();
  });

  it.each<[string, SampleField]>([
    ['a list of values of an enum', { type: 'Color', isRepeated: true }],
    ['a map', { type: 'map' }],
    ['bytes', { type: 'bytes' }],
  ])('of type %s is not supported', (_name, field) => {
    expect(() => buildInput('POST /v2/things', { field })).toThrow('field');
  });
});
