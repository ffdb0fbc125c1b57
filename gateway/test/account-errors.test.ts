import { DomainError, invalidField, notFound } from '@assay/chassis/errors';
import { unauthenticated } from '@assay/chassis/internal-token';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CannedRpcs } from './canned-rpcs.ts';
import { record, send, startAdminGateway } from './rest-client.ts';
import type { TestGateway } from './start-gateway.ts';

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
type Row = readonly [string, string, unknown, readonly Failure[]];

const key = '/v2/users/me/api-keys/{apiKeyId}';
const organization = '/v2/organizations/{orgId}';
const invitation = '/v2/invitations/{invitationId}';
const token = { token: 't' };
const topUp = { amountCents: 500, successUrl: 'https://a.example/', cancelUrl: 'https://a.example/' };
const autoTopUp = { enabled: true, thresholdCents: 1, targetCents: 2 };

/** The rpc behind an operation, the operation, a body it takes, and what it can fail with. */
const rows: readonly Row[] = [
  ['users.getCurrentUser', 'GET /v2/users/me', undefined, [forbidden]],
  ['users.updateCurrentUser', 'PATCH /v2/users/me', {}, [invalid]],
  ['apiKeys.listApiKeys', 'GET /v2/users/me/api-keys', undefined, [forbidden]],
  [
    'apiKeys.createApiKey',
    'POST /v2/users/me/api-keys',
    { name: 'N' },
    [invalid, forbidden, reused, running],
  ],
  ['apiKeys.updateApiKey', `PATCH ${key}`, {}, [invalid, forbidden, missing, keyExpired]],
  ['apiKeys.revokeApiKey', `DELETE ${key}`, undefined, [forbidden, missing]],
  ['apiKeys.rotateApiKey', `POST ${key}/rotate`, undefined, [forbidden, missing, reused, running]],
  ['organizations.listOrganizations', 'GET /v2/organizations', undefined, [forbidden]],
  [
    'organizations.createOrganization',
    'POST /v2/organizations',
    { name: 'N' },
    [invalid, forbidden, taken, reused, running],
  ],
  ['organizations.getOrganization', `GET ${organization}`, undefined, [missing]],
  ['organizations.updateOrganization', `PUT ${organization}`, {}, [invalid, forbidden, missing, taken]],
  ['members.listMembers', `GET ${organization}/users`, undefined, [missing]],
  [
    'members.updateMember',
    `PATCH ${organization}/users/{userId}`,
    { role: 'user' },
    [forbidden, missing, lastAdmin],
  ],
  [
    'members.removeMember',
    `DELETE ${organization}/users/{userId}`,
    undefined,
    [forbidden, missing, lastAdmin],
  ],
  [
    'members.setDefaultOrganization',
    'PUT /v2/users/me/organizations/{organizationId}/default',
    undefined,
    [missing],
  ],
  [
    'invitations.invite',
    `POST ${organization}/invite`,
    { email: 'a@b.c', role: 'user' },
    [invalid, forbidden, missing, member, reused, running],
  ],
  ['invitations.listInvitations', `GET ${organization}/invitations`, undefined, [forbidden, missing]],
  ['invitations.getInvitation', `GET ${invitation}`, undefined, [missing]],
  [
    'invitations.revokeInvitation',
    `DELETE ${invitation}`,
    undefined,
    [forbidden, missing, answeredToo, expired],
  ],
  ['invitations.previewInvitation', `POST ${invitation}/preview`, token, [missing, gone]],
  ['invitations.acceptInvitation', `POST ${invitation}/accept`, token, [forbidden, missing, answered, gone]],
  [
    'invitations.declineInvitation',
    `POST ${invitation}/decline`,
    token,
    [forbidden, missing, answered, gone],
  ],
  ['auditEvents.listAuditEvents', `GET ${organization}/audit-events`, undefined, [forbidden, missing]],
  ['transactions.listTransactions', 'GET /v2/transactions', undefined, [forbidden]],
  ['transactions.getTransaction', 'GET /v2/transactions/{transactionId}', undefined, [missing]],
  ['billing.getBilling', `GET ${organization}/billing`, undefined, [missing]],
  [
    'topUps.createTopUp',
    `POST ${organization}/billing/top-ups`,
    topUp,
    [invalid, forbidden, missing, reused, running],
  ],
  ['billing.listLedger', `GET ${organization}/billing/ledger`, undefined, [forbidden, missing]],
  ['billing.getBilling', `GET ${organization}/billing/auto-top-up`, undefined, [missing]],
  [
    'billing.setAutoTopUp',
    `PUT ${organization}/billing/auto-top-up`,
    autoTopUp,
    [invalid, forbidden, missing],
  ],
  ['billing.getBilling', `GET ${organization}/billing/alerts`, undefined, [missing]],
  [
    'billing.setAlerts',
    `PUT ${organization}/billing/alerts`,
    { thresholdCents: [] },
    [invalid, forbidden, missing],
  ],
  ['topUps.receivePaymentEvent', 'POST /v2/payments/{provider}/webhook', {}, [invalid, refused, missing]],
];

type Answer = (call: unknown, request: unknown) => Promise<unknown>;

/** The rpcs of the service that answers one, by their names, and its own name. */
function locate(rpc: string) {
  const [service = '', name = ''] = rpc.split('.');
  return { rpcs: gateway.rpcs[service as keyof CannedRpcs] as unknown as Record<string, Answer>, name };
}

function filled(operation: string): string {
  return operation.replaceAll(/\{(\w+)\}/gu, (_braces, name: string) =>
    name === 'provider' ? 'stripe' : 'other',
  );
}

describe.each(rows)('%s behind %s', (rpc, operation, body, failures) => {
  it('fails as documented', async () => {
    const { rpcs, name } = locate(rpc);
    const answer = rpcs[name];
    const [method = '', path = ''] = operation.split(' ');
    for (const [error, status, code] of failures) {
      rpcs[name] = () => Promise.reject(error);
      const given = await send(gateway, filled(operation), body);
      expect.soft([error.reason, given.status]).toEqual([error.reason, status]);
      expect.soft(given.body).toMatchObject({ error: { code } });
      expect.soft(documented[path]?.[method.toLowerCase()]?.responses).toHaveProperty(String(status));
    }
    if (answer !== undefined) rpcs[name] = answer;
  });
});

describe.each(rows.filter(([, operation]) => operation.includes('{org')))(
  '%s behind %s',
  (rpc, operation, body) => {
    it('is called in the organization of its address, whatever a header says', async () => {
      const { rpcs, name } = locate(rpc);
      const asked = record(rpcs, name);
      const headers = { 'x-api-key': 'assay_canned', 'x-organization-id': 'elsewhere' };
      expect((await send(gateway, filled(operation), body, headers)).status).toBeLessThan(300);
      expect(asked).toMatchObject([{ call: { organizationId: 'other' } }]);
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
