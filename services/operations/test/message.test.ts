import { describe, expect, it } from 'vitest';
import { contract } from '@assay/chassis/grpc/contract/contract';
import { showMessages } from '../src/derive/message.ts';
import type { ShownMessage } from '../src/derive/shown.ts';
import type { Member, Shape } from '../src/shape.ts';
import { messageWith } from './sample-message.ts';
import type { SampleField } from './sample-message.ts';

const noRules: Shape = {
  message: 'assay.sample.v1.Thing',
  name: 'Thing',
  description: undefined,
  renamed: {},
  hidden: [],
  copies: {},
  members: {},
};

function shownWith(fields: Readonly<Record<string, SampleField>>, rules?: Partial<Shape>): ShownMessage {
  return showMessages([]).show(messageWith(fields), rules && { ...noRules, ...rules });
}

/** Returns the schema of the only field. */
function buildSchema(field: SampleField): unknown {
  return listProperties(shownWith({ field }))['field'];
}

function listProperties({ schema }: ShownMessage): Readonly<Record<string, unknown>> {
  return schema['properties'] as Readonly<Record<string, unknown>>;
}

/** Returns the value of the only field in REST. */
function shown(field: SampleField, value?: unknown): unknown {
  return shownWith({ field }).toRest({ field: value })['field'];
}

const time = new Date('2026-11-19T16:20:11.500Z');

describe('a message', () => {
  it('is an object with all of its fields', () => {
    const thing = shownWith({
      part_name: { type: 'string', comment: ' Its\n name.' },
      count: { type: 'int32' },
    });
    expect(thing).toMatchObject({ name: 'Thing', fields: { partName: 'partName', count: 'count' } });
    expect(thing.schema).toEqual({
      type: 'object',
      description: 'Something made up.',
      required: ['partName', 'count'],
      properties: { partName: { type: 'string', description: 'Its name.' }, count: { type: 'integer' } },
    });
    expect(thing.toRest({ partName: 'p', count: 1, newer: 'field' })).toEqual({ partName: 'p', count: 1 });
  });

  it('that is missing in a response is an error', () => {
    expect(() => shownWith({ count: { type: 'int32' } }).toRest(undefined)).toThrow(
      'no value for the required message Thing',
    );
  });

  it('is compiled once, and listed with its nested messages', () => {
    const messages = showMessages([]);
    const thing = messageWith({ part: { type: 'Part' } });
    expect(messages.show(thing)).toBe(messages.show(thing));
    expect(
      messages
        .all()
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['Part', 'Thing']);
  });

  it('is refused if another message has the same schema name', () => {
    const messages = showMessages([]);
    messages.show(messageWith({ count: { type: 'int32' } }));
    expect(() => messages.show(messageWith({ part_name: { type: 'string' } }))).toThrow('Thing');
  });

  it('is refused if another shape of it has the same schema name', () => {
    const messages = showMessages([]);
    const thing = messageWith({ count: { type: 'int32' } });
    messages.show(thing);
    expect(() => messages.show(thing, { ...noRules, hidden: ['count'] })).toThrow('Thing');
  });

  it('shows its sample as the example', () => {
    const project = contract().getMessage('assay.projects.v1.Project');
    if (project === undefined) throw new Error('there are no projects');
    const { schema } = showMessages([]).show(project);
    const [example] = schema['examples'] as readonly Record<string, unknown>[];
    expect(example).toMatchObject({
      type: 'research',
      createdAt: expect.stringMatching(/^2026-.*Z$/u) as string,
    });
    expect(schema).toMatchObject({ properties: { type: { examples: ['research'] } } });
  });
});

describe('a field', () => {
  it.each([
    ['string', { type: 'string' }, ''],
    ['bool', { type: 'boolean' }, false],
    ['int32', { type: 'integer' }, 0],
    ['int64', { type: 'integer' }, 2 ** 40],
    ['double', { type: 'number' }, 0.5],
  ] as const)('of type %s is shown unchanged', (type, schema, value) => {
    expect(buildSchema({ type })).toEqual(schema);
    expect(shown({ type }, value)).toBe(value);
  });

  it('has the limits of the contract', () => {
    const rules = { string: { maxLen: '5' } };
    expect(buildSchema({ type: 'string', rules })).toEqual({ type: 'string', maxLength: 5 });
  });

  it.each<[SampleField['type'], unknown, unknown]>([
    ['string', '', ''],
    ['int64', 0, 0],
    ['Color', 'COLOR_RED', 'red'],
    ['Timestamp', time, '2026-11-19T16:20:11.500Z'],
    ['Struct', { a: 1 }, { a: 1 }],
    ['Part', { partName: 'p' }, { partName: 'p' }],
  ])('of type optional %s is null if it is not set', (type, value, rest) => {
    const field = { type, isOptional: true };
    expect(buildSchema(field)).toMatchObject({ anyOf: [{}, { type: 'null' }] });
    expect([shown(field), shown(field, value)]).toEqual([null, rest]);
    expect(shownWith({ field }).schema).toMatchObject({ required: ['field'] });
  });

  it('of an enum type has the names of REST, described by the comments of the values', () => {
    const field = { type: 'Color', comment: ' Of what.' } as const;
    expect(buildSchema(field)).toEqual({
      type: 'string',
      enum: ['red', 'dark-blue'],
      description: 'Of what. `red`: Like a rose.',
    });
    expect(shown(field, 'COLOR_DARK_BLUE')).toBe('dark-blue');
  });

  it.each(['COLOR_UNSPECIFIED', 'COLOR_NEWER', undefined])(
    'is never shown as %s, which has no name in REST',
    (value) => {
      expect(() => shown({ type: 'Color' }, value)).toThrow('without a name in REST');
    },
  );

  it('of type Timestamp is shown in the format of RFC 3339 in UTC, and is required', () => {
    const field = { type: 'Timestamp' } as const;
    expect(buildSchema(field)).toEqual({ type: 'string', format: 'date-time' });
    expect(shown(field, time)).toBe('2026-11-19T16:20:11.500Z');
    expect(() => shown(field)).toThrow('no value for a required time');
  });

  it('of type Struct is any object, or an empty one if it is not set', () => {
    const field = { type: 'Struct' } as const;
    expect(buildSchema(field)).toMatchObject({ type: 'object', additionalProperties: true });
    const value = { deep: [1, null, { x: 'y' }] };
    expect([shown(field, value), shown(field)]).toEqual([value, {}]);
  });

  it('of a message type refers to the schema of the message, and is required', () => {
    const field = { type: 'Part' } as const;
    expect(buildSchema(field)).toEqual({ $ref: '#/components/schemas/Part' });
    expect(shown(field, { partName: 'p' })).toEqual({ partName: 'p' });
    expect(() => shown(field)).toThrow('no value for the required message Part');
  });

  it('of a map type is an object of numbers', () => {
    const field = { type: 'map' } as const;
    expect(buildSchema(field)).toEqual({ type: 'object', additionalProperties: { type: 'number' } });
    expect(shown(field, { a: 0.5 })).toEqual({ a: 0.5 });
  });

  it.each<[SampleField['type'], unknown, readonly unknown[], readonly unknown[]]>([
    ['string', { type: 'string' }, ['b', 'a'], ['b', 'a']],
    ['Color', { type: 'string', enum: ['red', 'dark-blue'] }, ['COLOR_RED'], ['red']],
    ['Timestamp', { type: 'string', format: 'date-time' }, [time], ['2026-11-19T16:20:11.500Z']],
    ['Part', { $ref: '#/components/schemas/Part' }, [{ partName: 'p' }], [{ partName: 'p' }]],
  ])('of type repeated %s is an array', (type, items, value, rest) => {
    const field = { type, isRepeated: true };
    expect(buildSchema(field)).toMatchObject({ type: 'array', items });
    expect([shown(field, value), shown(field, [])]).toEqual([rest, []]);
  });

  it('of a repeated type has limits for the list and for its items', () => {
    const rules = { repeated: { maxItems: '2', items: { string: { minLen: '1' } } } };
    expect(buildSchema({ type: 'string', isRepeated: true, rules })).toEqual({
      type: 'array',
      maxItems: 2,
      items: { type: 'string', minLength: 1 },
    });
  });

  it('of type bytes is not supported', () => {
    expect(() => buildSchema({ type: 'bytes' })).toThrow('field has a type without an equivalent in JSON');
  });
});

describe('a shape', () => {
  const fields = { part_name: { type: 'string', comment: ' Its name.' }, count: { type: 'int32' } } as const;
  const message = { partName: 'p', count: 1 };

  it('renames the message and its fields', () => {
    const thing = shownWith(fields, {
      name: 'Other',
      description: 'Shown so.',
      renamed: { partName: 'label' },
    });
    expect(thing).toMatchObject({ name: 'Other', fields: { partName: 'label', count: 'count' } });
    expect(thing.schema).toMatchObject({ description: 'Shown so.', required: ['label', 'count'] });
    expect(thing.toRest(message)).toEqual({ label: 'p', count: 1 });
  });

  it('hides fields', () => {
    const thing = shownWith(fields, { hidden: ['count'] });
    expect(Object.keys(listProperties(thing))).toEqual(['partName']);
    expect(thing.fields).toEqual({ partName: 'partName' });
    expect(thing.toRest(message)).toEqual({ partName: 'p' });
  });

  it('repeats an existing field under a second name', () => {
    const thing = shownWith(fields, { copies: { label: 'partName' } });
    expect(listProperties(thing)['label']).toEqual({
      type: 'string',
      description: 'The same as `partName`.',
    });
    expect(thing.toRest(message)).toEqual({ ...message, label: 'p' });
    expect(() => shownWith(fields, { copies: { label: 'nothing' } })).toThrow('Thing has no field nothing');
  });

  it('adds members, or replaces a field', () => {
    const members: Readonly<Record<string, Member<typeof message>>> = {
      count: { schema: { type: 'string' }, value: ({ count }) => `${count} of them` },
      half: { schema: { type: 'number' }, value: ({ count }) => count / 2 },
    };
    const thing = shownWith(fields, { members });
    expect(listProperties(thing)).toMatchObject({ count: { type: 'string' }, half: { type: 'number' } });
    expect(thing.schema).toMatchObject({ required: ['partName', 'count', 'half'] });
    expect(thing.toRest(message)).toEqual({ partName: 'p', count: '1 of them', half: 0.5 });
  });

  it('leaves an optional member out if it has no value', () => {
    const reason = { schema: { type: 'string' }, value: () => undefined, isOptional: true };
    const thing = shownWith(fields, { members: { reason } });
    expect(thing.schema).toMatchObject({ required: ['partName', 'count'] });
    expect(JSON.parse(JSON.stringify(thing.toRest(message)))).toEqual(message);
  });

  it('shows the messages of a member in their own shape', () => {
    const part: Shape = {
      ...noRules,
      message: 'assay.runs.v1.Artifact',
      name: 'Drawing',
      hidden: ['mimeType', 'url', 'width', 'height', 'legend', 'sha256', 'type'],
      renamed: { stageSlug: 'stage' },
    };
    const drawings = {
      schema: { type: 'array', description: 'All.' },
      value: () => [{ id: 'a', stageSlug: 's' }],
      items: part,
    };
    const thing = shownWith(fields, { members: { drawings } });
    expect(listProperties(thing)['drawings']).toMatchObject({
      type: 'array',
      description: 'All.',
      items: { $ref: '#/components/schemas/Drawing' },
    });
    expect(thing.toRest(message)).toMatchObject({ drawings: [{ id: 'a', stage: 's' }] });
  });

  it('applies wherever the message occurs, if it is a usual shape', () => {
    const part: Shape = {
      ...noRules,
      message: 'assay.sample.v1.Part',
      name: 'Piece',
      renamed: { partName: 'label' },
    };
    const thing = showMessages([part]).show(messageWith({ parts: { type: 'Part', isRepeated: true } }));
    expect(listProperties(thing)).toEqual({
      parts: { type: 'array', items: { $ref: '#/components/schemas/Piece' } },
    });
    expect(thing.toRest({ parts: [{ partName: 'p' }] })).toEqual({ parts: [{ label: 'p' }] });
  });
});
