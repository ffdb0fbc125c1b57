import type { OutgoingCall } from '@assay/chassis/call-context';
import { BillingServiceService } from '@assay/proto/billing/v1/billing_service';
import type { Account } from '@assay/proto/billing/v1/account';
import { OrganizationsServiceService } from '@assay/proto/organizations/v1/organizations_service';
import { list, shaped } from '../answer.ts';
import { compositeOperation } from '../operation.ts';
import type { CallRpc, Resource } from '../operation.ts';
import { required } from '../required.ts';
import { organization as shape } from '../shapes/organization.ts';

const rpcs = OrganizationsServiceService;
const { getBalance, listBalances } = BillingServiceService;

/** The balance is in another service, so each of these operations calls more than one rpc. */
export const organizations: Resource = {
  tag: {
    name: 'Organizations',
    description: 'Organizations: the tenants that own projects and money, and their audit log.',
  },
  operations: {
    listOrganizations: compositeOperation('GET /v2/organizations', [rpcs.listOrganizations], {
      summary: 'List your organizations',
      description:
        'Lists the organizations of the calling user that the credential can access, oldest first.',
      answer: list('organizations', 'The organizations.', shape),
      async perform({ callRpc, callAsService }, call, request) {
        const { organizations: found } = await callRpc(rpcs.listOrganizations, call, request);
        const accounts = await readAccounts(
          callAsService,
          call,
          found.map(({ id }) => id),
        );
        return { organizations: found.map((one) => ({ ...one, account: accounts.get(one.id) })) };
      },
    }),
    createOrganization: compositeOperation('POST /v2/organizations', [rpcs.createOrganization], {
      summary: 'Create an organization',
      description:
        'Creates an organization with the calling user as its `admin`. Without a `slug`, one is derived from the name. A slug that ' +
        'is taken is refused with {SLUG_TAKEN}, and a key that is limited to organizations with {FORBIDDEN}.',
      errors: ['SLUG_TAKEN'],
      status: 201,
      answer: shaped(shape, 'The new organization.'),
      async perform({ callRpc, callAsService }, call, request) {
        const made = required((await callRpc(rpcs.createOrganization, call, request)).organization);
        const accounts = await readAccounts(callAsService, call, [made.id]);
        return { ...made, account: accounts.get(made.id) };
      },
    }),
    getOrganization: compositeOperation('GET /v2/organizations/:orgId', [rpcs.getOrganization, getBalance], {
      summary: 'Read an organization',
      description: 'Returns one organization of the caller with its balance.',
      answer: shaped(shape, 'The organization.'),
      async perform({ callRpc }, call, request) {
        const [{ organization }, { account }] = await Promise.all([
          callRpc(rpcs.getOrganization, call, request),
          callRpc(getBalance, call, {}),
        ]);
        return { ...required(organization), account };
      },
    }),
    updateOrganization: compositeOperation(
      'PUT /v2/organizations/:orgId',
      [rpcs.updateOrganization, getBalance],
      {
        summary: 'Change an organization',
        description:
          'Changes the name or the slug. Fields that are not sent keep their values. `modules`, `plan` and `balance_cents` are ' +
          'read-only and refused with {FORBIDDEN}. A slug that is taken is refused with {SLUG_TAKEN}.',
        errors: ['SLUG_TAKEN'],
        readOnly: ['modules', 'plan', 'balance_cents'],
        answer: shaped(shape, 'The changed organization.'),
        async perform({ callRpc }, call, request) {
          const { organization } = await callRpc(rpcs.updateOrganization, call, request);
          const { account } = await callRpc(getBalance, call, {});
          return { ...required(organization), account };
        },
      },
    ),
  },
};

const maxAtOnce = 200;

/** Returns the accounts of organizations of the caller, by organization id. */
async function readAccounts(
  callRpc: CallRpc,
  call: OutgoingCall,
  organizationIds: readonly string[],
): Promise<ReadonlyMap<string, Account>> {
  const parts = Array.from({ length: Math.ceil(organizationIds.length / maxAtOnce) }, (_part, index) =>
    organizationIds.slice(index * maxAtOnce, (index + 1) * maxAtOnce),
  );
  const answers = await Promise.all(
    parts.map((ids) => callRpc(listBalances, call, { organizationIds: ids })),
  );
  const accounts = answers.flatMap((answer) => answer.accounts);
  return new Map(accounts.map((account) => [account.organizationId, account]));
}
