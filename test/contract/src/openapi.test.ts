import { Validator } from '@seriousme/openapi-schema-validator';
import { joinPlatform } from '@assay/test-kit/processes/shared-platform';
import type { SharedPlatform } from '@assay/test-kit/processes/shared-platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fetchDocument, operationsOf } from './openapi-document.ts';
import type { NamedOperation, OpenapiDocument } from './openapi-document.ts';

let platform: SharedPlatform;
let document: OpenapiDocument;
let operations: readonly NamedOperation[];

beforeAll(async () => {
  platform = await joinPlatform();
  document = await fetchDocument(platform.baseUrl);
  operations = operationsOf(document);
});
afterAll(() => platform.stop());

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate({ ...structuredClone(document) });
    expect({ valid, errors, version: validator.version }).toEqual({
      valid: true,
      errors: undefined,
      version: '3.1',
    });
  });

  it('names every operation once, and tells people what each is for', () => {
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(15);
    const mute = operations.filter(
      ({ summary = '', description = '', tags = [] }) =>
        summary === '' || description === '' || tags.length !== 1,
    );
    expect(mute).toEqual([]);
  });

  it('shows the errors every operation can answer', () => {
    const always = ['400', '429', '500', '503'];
    const withCredential = [...always, '401', '403', '404'];
    for (const { operationId, responses, security } of operations) {
      const expected = security?.length === 0 ? always : withCredential;
      expect([operationId, ...Object.keys(responses)]).toEqual(expect.arrayContaining(expected));
    }
  });
});
