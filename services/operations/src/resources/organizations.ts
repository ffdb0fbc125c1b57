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

/** Their balance is billing's, so each of these is more than one call. */
export const organizations: Resource = {
  tag: {
    name: 'Organizations',
    description: 'Whom projects and money belong to, and what was changed by whom.',
  },
  operations: {
    listOrganizations: compositeOperation('GET /v2/organizations', [rpcs.listOrganizations], {
      summary: 'List your organizations',
      description: 'Those the calling user belongs to and the credential reaches, oldest first.',
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
        'Makes an organization with the calling user as its `admin`. Without a `slug`, one is made from the name. A ' +
        '`slug` that is taken is refused with 409, a key that is limited to organizations with 403.',
      errors: ['CONFLICT'],
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
      description: 'One organization of the caller, with its balance.',
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
          'Changes name or slug; fields that are not sent stay as they are. `modules`, `plan` and `balance_cents` cannot be ' +
          'set (403). A `slug` that is taken is refused with 409.',
        errors: ['CONFLICT'],
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

/** The accounts of organizations the caller belongs to, by the id of the organization. */
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
