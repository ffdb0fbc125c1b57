import { PlaceHoldRequest, SetAutoTopUpRequest } from '@assay/proto/billing/v1/billing_service';
import { CreateApiKeyRequest, UpdateApiKeyRequest } from '@assay/proto/identity/v1/api_keys_service';
import { InviteRequest } from '@assay/proto/organizations/v1/invitations_service';
import { CreateOrganizationRequest } from '@assay/proto/organizations/v1/organizations_service';
import { ListProjectsRequest } from '@assay/proto/projects/v1/projects_service';
import { describe, expect, it } from 'vitest';
import type { DomainError } from '../../errors.ts';
import { requestValidator } from './validate-request.ts';

const validators = {
  createApiKey: requestValidator('/assay.identity.v1.ApiKeysService/CreateApiKey'),
  updateApiKey: requestValidator('/assay.identity.v1.ApiKeysService/UpdateApiKey'),
  createOrganization: requestValidator('/assay.organizations.v1.OrganizationsService/CreateOrganization'),
  invite: requestValidator('/assay.organizations.v1.InvitationsService/Invite'),
  listProjects: requestValidator('/assay.projects.v1.ProjectsService/ListProjects'),
  placeHold: requestValidator('/assay.billing.v1.BillingService/PlaceHold'),
  setAutoTopUp: requestValidator('/assay.billing.v1.BillingService/SetAutoTopUp'),
};

/** Returns the field and the message of the refusal, undefined for a valid request. */
function refusal(rpc: keyof typeof validators, request: unknown): readonly unknown[] | undefined {
  try {
    validators[rpc](request);
    return undefined;
  } catch (error) {
    const { status, reason, details, message } = error as DomainError;
    expect([status, reason]).toEqual(['INVALID_ARGUMENT', 'INVALID_FIELD']);
    return [details?.['field'], message];
  }
}

describe('the rules of a request', () => {
  it('accept a valid request', () => {
    expect(refusal('createApiKey', CreateApiKeyRequest.fromPartial({ name: 'a key' }))).toBeUndefined();
    expect(refusal('listProjects', ListProjectsRequest.fromPartial({ limit: 1 }))).toBeUndefined();
  });

  it('name the field in camelCase, as clients know it', () => {
    const allowedTools = ['a', 'b', 'a'];
    expect(refusal('createApiKey', CreateApiKeyRequest.fromPartial({ name: 'a', allowedTools }))).toEqual([
      'allowedTools',
      'allowedTools must not contain duplicates',
    ]);
    expect(refusal('listProjects', ListProjectsRequest.fromPartial({ limit: 201 }))).toEqual([
      'limit',
      'limit must be 1 to 200',
    ]);
  });

  it('name a missing field', () => {
    expect(refusal('createApiKey', CreateApiKeyRequest.fromPartial({}))).toEqual(['name', 'name is missing']);
    expect(refusal('invite', InviteRequest.fromPartial({ email: 'ada@example.org' }))).toEqual([
      'role',
      'role is missing',
    ]);
  });

  it('accept zero for a required field with presence', () => {
    const zero = { enabled: false, thresholdCents: 0, targetCents: 0 };
    expect(refusal('setAutoTopUp', zero)).toBeUndefined();
    expect(refusal('setAutoTopUp', SetAutoTopUpRequest.fromPartial({ ...zero, enabled: undefined }))).toEqual(
      ['enabled', 'enabled is missing'],
    );
  });

  it('apply to optional fields only when they are set', () => {
    const request = CreateApiKeyRequest.fromPartial({ name: 'a' });
    expect(refusal('createApiKey', { ...request, spendLimitCents: undefined })).toBeUndefined();
    expect(refusal('createApiKey', { ...request, spendLimitCents: -1 })?.[0]).toBe('spendLimitCents');
  });

  it('treat an empty text as unset for IGNORE_IF_ZERO_VALUE', () => {
    const request = CreateOrganizationRequest.fromPartial({ name: 'a' });
    expect(refusal('createOrganization', request)).toBeUndefined();
    expect(refusal('createOrganization', { ...request, slug: 'Not A Slug' })?.[0]).toBe('slug');
  });

  it('apply to an empty text that an update mask names', () => {
    const buildUpdate = (updateMask: string[]) => UpdateApiKeyRequest.fromPartial({ updateMask });
    expect(refusal('updateApiKey', buildUpdate(['allowed_tools']))).toBeUndefined();
    expect(refusal('updateApiKey', buildUpdate(['name']))).toEqual([
      'name',
      'name must have 1 to 100 characters',
    ]);
  });

  it('refuse excluded enum values', () => {
    const request = InviteRequest.fromPartial({ email: 'ada@example.org', role: 'ROLE_SUPERADMIN' });
    expect(refusal('invite', request)).toEqual(['role', 'role must not be ROLE_SUPERADMIN']);
    expect(refusal('invite', { ...request, role: 'ROLE_ADMIN' })).toBeUndefined();
  });

  it('apply to messages inside the request', () => {
    const hold = PlaceHoldRequest.fromPartial({ runId: 'run' });
    expect(refusal('placeHold', hold)).toBeUndefined();
    const limit = { limitCents: 0, period: 'SPEND_PERIOD_DAY' };
    expect(refusal('placeHold', { ...hold, spendLimit: limit })).toBeUndefined();
    expect(refusal('placeHold', { ...hold, spendLimit: { ...limit, limitCents: -1 } })).toEqual([
      'spendLimit.limitCents',
      'limitCents must be at least 0',
    ]);
    expect(
      refusal('placeHold', { ...hold, spendLimit: { ...limit, period: 'SPEND_PERIOD_UNSPECIFIED' } }),
    ).toEqual(['spendLimit.period', 'period is missing']);
  });

  it('exist only for an rpc of the contract', () => {
    expect(() => requestValidator('/assay.projects.v1.ProjectsService/Nothing')).toThrow(
      'not part of the contract',
    );
  });
});
