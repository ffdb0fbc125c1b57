import type { DescMessage } from '@bufbuild/protobuf';
import { messageValidator } from '@assay/chassis/grpc/rules/validate-request';
import { describe, expect, it } from 'vitest';
import { page } from '../src/answer.ts';
import { deriveAnswer } from '../src/derive/answer.ts';
import { deriveInput } from '../src/derive/input.ts';
import { showMessages } from '../src/derive/message.ts';
import type { Route } from '../src/operation.ts';
import { messageWith } from './sample-message.ts';
import type { SampleField } from './sample-message.ts';

const part = { type: 'Part', isInlined: true } as const;
const emptyRequest = { params: {}, query: {}, body: undefined };

function buildInput(route: Route, fields: Readonly<Record<string, SampleField>>) {
  return deriveInput({ route, input: {} }, messageWith(fields));
}

describe('an inlined message', () => {
  it('adds its fields to the query of a list: the page of the contract', () => {
    const { query, toRequest } = buildInput('GET /v2/things', {
      page: { type: 'PageRequest', isInlined: true },
    });
    expect(query).toMatchObject({
      properties: {
        limit: { type: 'integer', minimum: 1, maximum: 200, default: 20 },
        offset: { type: 'integer', minimum: 0, default: 0 },
        cursor: { type: 'string', maxLength: 200 },
      },
      if: { required: ['cursor'] },
    });
    const request = { ...emptyRequest, query: { limit: 20, offset: 3 } };
    expect(toRequest(request)).toEqual({ page: { limit: 20, offset: 3, cursor: undefined } });
    expect(toRequest(emptyRequest)).toEqual({ page: undefined });
  });

  it('adds its fields to a body, and an update mask names them without their holder', () => {
    const { body, toRequest } = buildInput('PUT /v2/things/:thingId', {
      thing_id: { type: 'string' },
      fields: part,
      update_mask: { type: 'FieldMask' },
    });
    expect(body).toMatchObject({ properties: { partName: { type: 'string' } } });
    const put = (sent: object) => toRequest({ params: { thingId: 't' }, query: {}, body: sent });
    expect(put({ partName: 'p' })).toEqual({
      thingId: 't',
      fields: { partName: 'p' },
      updateMask: ['part_name'],
    });
    expect(put({ partName: null })).toEqual({
      thingId: 't',
      fields: { partName: '' },
      updateMask: ['part_name'],
    });
  });

  it('is validated by its rules, with the names of its fields in REST', () => {
    const validate = messageValidator(
      messageWith({ page: { type: 'PageRequest', isInlined: true }, update_mask: { type: 'FieldMask' } }),
    );
    const page = { limit: 0, offset: 0, cursor: undefined };
    expect(() => validate({ page, updateMask: [] })).not.toThrow();
    expect(() => validate({ page: { ...page, limit: 201 }, updateMask: [] })).toThrow(
      'limit must be 1 to 200',
    );
    expect(() => validate({ page, updateMask: ['limit'] })).toThrow('limit must be 1 to 200');
  });

  it('adds its fields to a response, which must have the message', () => {
    const thing = showMessages([]).show(messageWith({ id: { type: 'string' }, fields: part }));
    expect(thing.fields).toEqual({ id: 'id', partName: 'partName' });
    expect(thing.schema).toMatchObject({ required: ['id', 'partName'] });
    expect(thing.toRest({ id: 'a', fields: { partName: 'p' } })).toEqual({ id: 'a', partName: 'p' });
    expect(() => thing.toRest({ id: 'a' })).toThrow('a response has no value for fields of Thing');
  });

  it('has the total and the next cursor of a page', () => {
    const desc: DescMessage = messageWith({
      things: { type: 'Part', isRepeated: true },
      page: { type: 'PageInfo', isInlined: true },
    });
    const operation = { answer: page('things', 'A page of things.'), status: 200 } as const;
    const { toResponse } = deriveAnswer(operation, desc, showMessages([]));
    const answered = {
      things: [{ partName: 'p' }],
      page: { total: 41, nextCursor: 'c', totalIsExact: true },
    };
    expect(toResponse(answered as never, { limit: 1, offset: 0 }).body).toEqual({
      data: [{ partName: 'p' }],
      total: 41,
      totalIsExact: true,
      limit: 1,
      offset: 0,
      nextCursor: 'c',
    });
  });

  it('is refused if it has a field with the same REST name as another field', () => {
    expect(() => buildInput('POST /v2/things', { part_name: { type: 'string' }, fields: part })).toThrow(
      'assay.sample.v1.Thing has two fields with the REST name partName',
    );
  });
});
