import { ScalarType } from '@bufbuild/protobuf';
import type { DescField } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import { contract } from '../contract/contract.ts';
import { fieldRules } from './field-rules.ts';

const messages = [...contract()].filter((declared) => declared.kind === 'message');
const fields = messages.flatMap((message) => message.fields);

function findField(message: string, name: string): DescField {
  const found = contract()
    .getMessage(message)
    ?.fields.find((field) => field.name === name);
  if (found === undefined) throw new Error(`${message} has no field ${name}`);
  return found;
}

describe('fieldRules', () => {
  it.each([
    ['assay.projects.v1.Project', 'name', {}],
    [
      'assay.projects.v1.CreateProjectRequest',
      'name',
      {
        required: true,
        minLength: 1,
        maxLength: 255,
        pattern: String.raw`^\s*[^\s\x00][^\x00]*$`,
        patternMessage: 'must not be blank or contain the character U+0000',
      },
    ],
    [
      'assay.identity.v1.UpdateApiKeyRequest',
      'name',
      {
        ignoreIfZero: true,
        minLength: 1,
        maxLength: 100,
        pattern: '\\S',
        patternMessage: 'must not be blank',
      },
    ],
    [
      'assay.projects.v1.ListProjectsRequest',
      'limit',
      { ignoreIfZero: true, minimum: 1, maximum: 200, defaultNumber: 20 },
    ],
    ['assay.identity.v1.CreateApiKeyRequest', 'spend_limit_cents', { minimum: 0, maximum: 10_000_000_000 }],
    ['assay.billing.v1.Transaction', 'provider', { oneOf: ['balance', 'mock', 'stripe'] }],
    ['assay.organizations.v1.InviteRequest', 'role', { required: true, excludedValues: [4] }],
    [
      'assay.organizations.v1.InviteRequest',
      'email',
      { required: true, minLength: 3, maxLength: 254, format: 'email' },
    ],
    ['assay.identity.v1.BeginLoginRequest', 'redirect_uri', { required: true, format: 'uri' }],
    [
      'assay.identity.v1.CreateApiKeyRequest',
      'organization_ids',
      {
        maxItems: 100,
        uniqueItems: true,
        items: { required: false, ignoreIfZero: false, minLength: 1, maxLength: 24 },
      },
    ],
    ['assay.files.v1.BatchGetFilesRequest', 'file_ids', { minItems: 1, maxItems: 50 }],
    ['assay.folders.v1.CreateFolderRequest', 'parent_id', { minLength: 24, maxLength: 24 }],
  ])('reads the rules of %s.%s', (message, name, rules) => {
    expect(fieldRules(findField(message, name))).toEqual({ required: false, ignoreIfZero: false, ...rules });
  });

  it('supports every rule in the contract', () => {
    expect(fields.length).toBeGreaterThan(300);
    for (const field of fields) expect(() => fieldRules(field)).not.toThrow();
  });

  it('refuses rules for values of another type', () => {
    const limit = findField('assay.projects.v1.ListProjectsRequest', 'limit');
    const asText = { ...limit, scalar: ScalarType.STRING } as DescField;
    expect(() => fieldRules(asText)).toThrow('ListProjectsRequest.limit cannot have rules for int32');
  });
});
