import type { CredentialsInvalidated } from '@assay/proto/identity/v1/identity_events';
import type { Invalidation } from '../store/invalidation-store.ts';

export function toInvalidationMessage(invalidation: Invalidation): CredentialsInvalidated {
  const { credentialIds, userIds, organizationIds, at } = invalidation;
  return {
    credentialIds: [...credentialIds],
    userIds: [...userIds],
    organizationIds: [...organizationIds],
    at,
  };
}
