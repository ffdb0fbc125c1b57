import { DomainError, invalidField, notFound, unauthenticated } from '@assay/chassis/errors';
import type { Rpc } from '@assay/operations/operation';
import { AuditEventsServiceService } from '@assay/proto/audit/v1/audit_events_service';
import { BillingServiceService } from '@assay/proto/billing/v1/billing_service';
import { TopUpsServiceService } from '@assay/proto/billing/v1/top_ups_service';
import { TransactionsServiceService } from '@assay/proto/billing/v1/transactions_service';
import { ApiKeysServiceService } from '@assay/proto/identity/v1/api_keys_service';
import { UsersServiceService } from '@assay/proto/identity/v1/users_service';
import { InvitationsServiceService } from '@assay/proto/organizations/v1/invitations_service';
import { MembersServiceService } from '@assay/proto/organizations/v1/members_service';
import { OrganizationsServiceService } from '@assay/proto/organizations/v1/organizations_service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiKey } from '../credentials.ts';
import { send, startAdminGateway } from '../rest-client.ts';
import type { TestGateway } from '../start-gateway.ts';

let gateway: TestGateway;
let documented: Readonly<Record<string, Readonly<Record<string, Operation>>>>;

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, unknown>>;
}

beforeAll(async () => {
  gateway = await startAdminGateway();
  const { body } = await send(gateway, 'GET /v2/openapi.json');
  documented = (body as { paths: typeof documented }).paths;
});
afterAll(() => gateway.stop());

const invalid = [invalidField('name', 'no'), 400, 'VALIDATION_ERROR'] as const;
const forbidden = [new DomainError('PERMISSION_DENIED', 'FORBIDDEN', 'no'), 403, 'FORBIDDEN'] as const;
const missing = [notFound('thing'), 404, 'NOT_FOUND'] as const;
const taken = [new DomainError('ALREADY_EXISTS', 'SLUG_TAKEN', 'no'), 409, 'CONFLICT'] as const;
const member = [new DomainError('ALREADY_EXISTS', 'ALREADY_MEMBER', 'no'), 409, 'CONFLICT'] as const;
const invitedOften = [
  new DomainError('RESOURCE_EXHAUSTED', 'INVITATION_LIMIT', 'no', { details: { retryAfterSeconds: 7 } }),
  429,
  'TOO_MANY_REQUESTS',
] as const;
const lastAdmin = [new DomainError('FAILED_PRECONDITION', 'LAST_ADMIN', 'no'), 409, 'CONFLICT'] as const;
const keyExpired = [
  new DomainError('FAILED_PRECONDITION', 'API_KEY_EXPIRED', 'no'),
  409,
  'INVALID_STATE',
] as const;
const answered = [new DomainError('ALREADY_EXISTS', 'INVITATION_ANSWERED', 'no'), 409, 'CONFLICT'] as const;
const answeredToo = [
  new DomainError('FAILED_PRECONDITION', 'INVITATION_ANSWERED', 'no'),
  409,
  'CONFLICT',
] as const;
const gone = [new DomainError('FAILED_PRECONDITION', 'INVITATION_GONE', 'no'), 410, 'GONE'] as const;
const expired = [new DomainError('FAILED_PRECONDITION', 'INVITATION_EXPIRED', 'no'), 410, 'GONE'] as const;
const reused = [
  new DomainError('ALREADY_EXISTS', 'IDEMPOTENCY_CONFLICT', 'no'),
  409,
  'IDEMPOTENCY_CONFLICT',
] as const;
const running = [
  new DomainError('ABORTED', 'IDEMPOTENCY_CONFLICT', 'no'),
  409,
  'IDEMPOTENCY_CONFLICT',
] as const;
const refused = [unauthenticated(), 401, 'UNAUTHORIZED'] as const;

type Failure = readonly [DomainError, number, string];
type Row = readonly [Rpc, string, unknown, readonly Failure[]];

const key = '/v2/users/me/api-keys/{apiKeyId}';
const organization = '/v2/organizations/{orgId}';
const invitation = '/v2/invitations/{invitationId}';
const token = { token: 't' };
const topUp = { amountCents: 500, successUrl: 'https://a.example/', cancelUrl: 'https://a.example/' };
const autoTopUp = { enabled: true, thresholdCents: 1, targetCents: 2 };

/** The rpc of an operation, the operation, a valid body, and its errors. */
const rows: readonly Row[] = [
  [UsersServiceService.getCurrentUser, 'GET /v2/users/me', undefined, [forbidden]],
  [UsersServiceService.updateCurrentUser, 'PATCH /v2/users/me', {}, [invalid]],
  [ApiKeysServiceService.listApiKeys, 'GET /v2/users/me/api-keys', undefined, [forbidden]],
  [
    ApiKeysServiceService.createApiKey,
    'POST /v2/users/me/api-keys',
    { name: 'N' },
    [invalid, forbidden, reused, running],
  ],
  [ApiKeysServiceService.updateApiKey, `PATCH ${key}`, {}, [invalid, forbidden, missing, keyExpired]],
  [ApiKeysServiceService.revokeApiKey, `DELETE ${key}`, undefined, [forbidden, missing]],
  [
    ApiKeysServiceService.rotateApiKey,
    `POST ${key}/rotate`,
    undefined,
    [forbidden, missing, reused, running],
  ],
  [OrganizationsServiceService.listOrganizations, 'GET /v2/organizations', undefined, [forbidden]],
  [
    OrganizationsServiceService.createOrganization,
    'POST /v2/organizations',
    { name: 'N' },
    [invalid, forbidden, taken, reused, running],
  ],
  [OrganizationsServiceService.getOrganization, `GET ${organization}`, undefined, [missing]],
  [
    OrganizationsServiceService.updateOrganization,
    `PUT ${organization}`,
    {},
    [invalid, forbidden, missing, taken],
  ],
  [MembersServiceService.listMembers, `GET ${organization}/users`, undefined, [missing]],
  [
    MembersServiceService.updateMember,
    `PATCH ${organization}/users/{userId}`,
    { role: 'user' },
    [forbidden, missing, lastAdmin],
  ],
  [
    MembersServiceService.removeMember,
    `DELETE ${organization}/users/{userId}`,
    undefined,
    [forbidden, missing, lastAdmin],
  ],
  [
    MembersServiceService.setDefaultOrganization,
    'PUT /v2/users/me/organizations/{organizationId}/default',
    undefined,
    [missing],
  ],
  [
    InvitationsServiceService.invite,
    `POST ${organization}/invite`,
    { email: 'a@b.c', role: 'user' },
    [invalid, forbidden, missing, member, invitedOften, reused, running],
  ],
  [
    InvitationsServiceService.listInvitations,
    `GET ${organization}/invitations`,
    undefined,
    [forbidden, missing],
  ],
  [InvitationsServiceService.getInvitation, `GET ${invitation}`, undefined, [missing]],
  [
    InvitationsServiceService.revokeInvitation,
    `DELETE ${invitation}`,
    undefined,
    [forbidden, missing, answeredToo, expired],
  ],
  [InvitationsServiceService.previewInvitation, `POST ${invitation}/preview`, token, [missing, gone]],
  [
    InvitationsServiceService.acceptInvitation,
    `POST ${invitation}/accept`,
    token,
    [forbidden, missing, answered, gone],
  ],
  [
    InvitationsServiceService.declineInvitation,
    `POST ${invitation}/decline`,
    token,
    [forbidden, missing, answered, gone],
  ],
  [
    AuditEventsServiceService.listAuditEvents,
    `GET ${organization}/audit-events`,
    undefined,
    [forbidden, missing],
  ],
  [TransactionsServiceService.listTransactions, 'GET /v2/transactions', undefined, [forbidden]],
  [TransactionsServiceService.getTransaction, 'GET /v2/transactions/{transactionId}', undefined, [missing]],
  [BillingServiceService.getBilling, `GET ${organization}/billing`, undefined, [missing]],
  [
    TopUpsServiceService.createTopUp,
    `POST ${organization}/billing/top-ups`,
    topUp,
    [invalid, forbidden, missing, reused, running],
  ],
  [BillingServiceService.listLedger, `GET ${organization}/billing/ledger`, undefined, [forbidden, missing]],
  [BillingServiceService.getBilling, `GET ${organization}/billing/auto-top-up`, undefined, [missing]],
  [
    BillingServiceService.setAutoTopUp,
    `PUT ${organization}/billing/auto-top-up`,
    autoTopUp,
    [invalid, forbidden, missing],
  ],
  [BillingServiceService.getBilling, `GET ${organization}/billing/alerts`, undefined, [missing]],
  [
    BillingServiceService.setAlerts,
    `PUT ${organization}/billing/alerts`,
    { thresholdCents: [] },
    [invalid, forbidden, missing],
  ],
  [
    TopUpsServiceService.receivePaymentEvent,
    'POST /v2/payments/{provider}/webhook',
    {},
    [invalid, refused, missing],
  ],
];

function named([rpc, operation, body, failures]: Row) {
  return { path: rpc.path, rpc, operation, body, failures };
}

function filled(operation: string): string {
  return operation.replaceAll(/\{(\w+)\}/gu, (_braces, name: string) =>
    name === 'provider' ? 'stripe' : 'other',
  );
}

describe.each(rows.map(named))('$path behind $operation', ({ rpc, operation, body, failures }) => {
  it('fails as documented', async () => {
    const [method = '', path = ''] = operation.split(' ');
    for (const [error, status, code] of failures) {
      gateway.answer(rpc, () => Promise.reject(error));
      const response = await send(gateway, filled(operation), body);
      expect.soft([error.reason, response.status]).toEqual([error.reason, status]);
      expect.soft(response.body).toMatchObject({ error: { code } });
      expect.soft(documented[path]?.[method.toLowerCase()]?.responses).toHaveProperty(String(status));
    }
    gateway.reset(rpc);
  });
});

describe.each(rows.filter(([, operation]) => operation.includes('{org')).map(named))(
  '$path behind $operation',
  ({ rpc, operation, body }) => {
    it('is called in the organization of its address, whatever a header says', async () => {
      const calls = gateway.record(rpc);
      const headers = { 'x-api-key': apiKey, 'x-organization-id': 'elsewhere' };
      expect((await send(gateway, filled(operation), body, headers)).status).toBeLessThan(300);
      expect(calls).toMatchObject([{ call: { organizationId: 'other' } }]);
    });
  },
);

it('has a row for every operation about people, organizations and money', () => {
  const tried = rows.map(([, operation]) => operation);
  const listed = Object.entries(documented)
    .filter(([path]) => /^\/v2\/(users|organizations|invitations|transactions|payments)/u.test(path))
    .flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
  expect(listed.filter((operation) => !tried.includes(operation))).toEqual(['GET /v2/transactions/balance']);
});
