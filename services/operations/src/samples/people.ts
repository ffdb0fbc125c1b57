import { AuditEvent } from '@assay/proto/audit/v1/audit_event';
import { ListAuditEventsRequest } from '@assay/proto/audit/v1/audit_events_service';
import { ApiKey, ApiKeyWithSecret } from '@assay/proto/identity/v1/api_key';
import { CreateApiKeyRequest, UpdateApiKeyRequest } from '@assay/proto/identity/v1/api_keys_service';
import { Principal } from '@assay/proto/identity/v1/principal';
import { User } from '@assay/proto/identity/v1/user';
import { UpdateCurrentUserRequest } from '@assay/proto/identity/v1/users_service';
import { sample } from '../sample.ts';
import { createdAt, ids, later, updatedAt } from './values.ts';

const apiKey = {
  id: ids.apiKey,
  userId: ids.user,
  name: 'Newsroom uploader',
  role: 'ROLE_USER',
  expirationDate: later,
  state: 'API_KEY_STATE_ACTIVE',
  organizationIds: [ids.organization],
  spendLimitCents: 5_000,
  spendPeriod: 'SPEND_PERIOD_DAY',
  allowedTools: ['list_projects'],
  createdAt,
  updatedAt,
} as const;

export const peopleSamples = [
  sample(User, {
    id: ids.user,
    email: 'ada@example.org',
    name: 'Ada Lovelace',
    locale: 'en-GB',
    createdAt,
    updatedAt,
  }),
  sample(UpdateCurrentUserRequest, { name: 'Ada Lovelace', locale: 'en-GB' }),
  sample(Principal, {
    userId: ids.user,
    organizationId: ids.organization,
    role: 'ROLE_USER',
    modules: ['content_verification', 'crowdsourcing'],
    credentialId: ids.apiKey,
    credentialKind: 'CREDENTIAL_KIND_API_KEY',
  }),
  sample(ApiKey, {
    ...apiKey,
    organizationIds: [...apiKey.organizationIds],
    allowedTools: [...apiKey.allowedTools],
  }),
  sample(ApiKeyWithSecret, {
    apiKey: ApiKey.fromPartial(apiKey as never),
    key: 'assay_Zk3mQ7vT1xW9yB5nR2cD8fG4hJ6kL0pS3tU7vX1zA5',
  }),
  sample(CreateApiKeyRequest, { name: 'Newsroom uploader', role: 'ROLE_USER', expirationDate: later }),
  sample(UpdateApiKeyRequest, { state: 'API_KEY_STATE_EXPIRED' }),
  sample(AuditEvent, {
    id: ids.auditEvent,
    organizationId: ids.organization,
    actorId: ids.user,
    action: 'member.role_change',
    targetType: 'user',
    targetId: ids.otherUser,
    ip: '203.0.113.7',
    createdAt,
    reason: 'This person leads the team now.',
  }),
  sample(ListAuditEventsRequest, {
    actorId: ids.user,
    action: 'member.role_change',
    targetType: 'user',
    targetId: ids.otherUser,
    since: createdAt,
    until: later,
  }),
];
