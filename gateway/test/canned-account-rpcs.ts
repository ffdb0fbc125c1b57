import { notFound } from '@assay/chassis/errors';
import type { AuditEventsServiceService } from '@assay/proto/audit/v1/audit_events_service';
import type { BillingServiceService } from '@assay/proto/billing/v1/billing_service';
import type { TopUpsServiceService } from '@assay/proto/billing/v1/top_ups_service';
import type { TransactionsServiceService } from '@assay/proto/billing/v1/transactions_service';
import type { ApiKeysServiceService } from '@assay/proto/identity/v1/api_keys_service';
import type { UsersServiceService } from '@assay/proto/identity/v1/users_service';
import type { InvitationsServiceService } from '@assay/proto/organizations/v1/invitations_service';
import type { MembersServiceService } from '@assay/proto/organizations/v1/members_service';
import type { OrganizationsServiceService } from '@assay/proto/organizations/v1/organizations_service';
import type { Answers } from './answers.ts';
import * as canned from './canned-account.ts';

export interface CannedAccountRpcs {
  users: Answers<UsersServiceService>;
  apiKeys: Answers<ApiKeysServiceService>;
  organizations: Answers<OrganizationsServiceService>;
  members: Answers<MembersServiceService>;
  invitations: Answers<InvitationsServiceService>;
  auditEvents: Answers<AuditEventsServiceService>;
  billing: Answers<BillingServiceService>;
  transactions: Answers<TransactionsServiceService>;
  topUps: Answers<TopUpsServiceService>;
}

const now = new Date('2026-11-21T10:00:00Z');

/** What concerns people, organizations and money. */
export function cannedAccountRpcs(): CannedAccountRpcs {
  return { ...identityRpcs(), ...organizationRpcs(), ...billingRpcs() };
}

function identityRpcs(): Pick<CannedAccountRpcs, 'users' | 'apiKeys' | 'auditEvents'> {
  const apiKey = canned.cannedApiKey;
  const withSecret = () => Promise.resolve({ apiKeyWithSecret: { apiKey, key: 'assay_plain' } });
  const user = () => Promise.resolve({ user: canned.cannedUser });
  return {
    users: { getCurrentUser: user, updateCurrentUser: user },
    apiKeys: {
      createApiKey: withSecret,
      listApiKeys: () => Promise.resolve({ apiKeys: [apiKey] }),
      updateApiKey: () => Promise.resolve({ apiKey }),
      revokeApiKey: () => Promise.resolve({ apiKey: { ...apiKey, state: 'API_KEY_STATE_EXPIRED' } }),
      rotateApiKey: withSecret,
    },
    auditEvents: {
      listAuditEvents: () => Promise.resolve({ events: [canned.cannedAuditEvent], total: 1 }),
    },
  };
}

function organizationRpcs(): Pick<CannedAccountRpcs, 'organizations' | 'members' | 'invitations'> {
  const organization = canned.cannedOrganization;
  const one = () => Promise.resolve({ organization });
  const invitation = canned.cannedInvitation;
  const membership = () => Promise.resolve({ membership: canned.cannedMembership });
  return {
    organizations: {
      createOrganization: one,
      listOrganizations: () => Promise.resolve({ organizations: [organization] }),
      getOrganization: one,
      updateOrganization: one,
    },
    members: {
      listMembers: () => Promise.resolve({ members: [canned.cannedMember] }),
      updateMember: (_call, { role }) => Promise.resolve({ member: { ...canned.cannedMember, role } }),
      removeMember: () => Promise.resolve({}),
      setDefaultOrganization: membership,
    },
    invitations: {
      invite: () => Promise.resolve({ invitation, replaced: false }),
      listInvitations: () => Promise.resolve({ invitations: [invitation] }),
      getInvitation: () => Promise.resolve({ invitation }),
      revokeInvitation: () => Promise.resolve({ invitation }),
      previewInvitation: () =>
        Promise.resolve({ preview: { ...canned.cannedInvitation, invitedByEmail: 'grace@example.org' } }),
      acceptInvitation: membership,
      declineInvitation: () =>
        Promise.resolve({ invitation: { ...invitation, status: 'INVITATION_STATUS_DECLINED' } }),
    },
  };
}

function billingRpcs(): Pick<CannedAccountRpcs, 'billing' | 'transactions' | 'topUps'> {
  const account = canned.cannedAccount;
  const transaction = canned.cannedTransaction;
  const withAccount = () => Promise.resolve({ account });
  const missing = () => Promise.reject(notFound('payment'));
  return {
    billing: {
      getBalance: withAccount,
      listBalances: (_call, { organizationIds }) =>
        Promise.resolve({
          accounts: organizationIds.map((organizationId) => ({ ...account, organizationId })),
        }),
      getBilling: () =>
        Promise.resolve({
          account,
          lastTopUp: { amountCents: 5_000, date: now },
          autoTopUp: canned.cannedAutoTopUp,
          alerts: { thresholdCents: [5_000, 1_000] },
        }),
      placeHold: withAccount,
      releaseHold: withAccount,
      refundCharge: withAccount,
      setAutoTopUp: (_call, { enabled = false, thresholdCents = 0, targetCents = 0 }) =>
        Promise.resolve({ autoTopUp: { enabled, thresholdCents, targetCents } }),
      setAlerts: (_call, { thresholdCents }) => Promise.resolve({ alerts: { thresholdCents } }),
      listLedger: () => Promise.resolve({ entries: [canned.cannedLedgerEntry], total: 1 }),
    },
    transactions: {
      listTransactions: () => Promise.resolve({ transactions: [transaction], total: 41 }),
      getTransaction: () => Promise.resolve({ transaction }),
    },
    topUps: {
      createTopUp: () =>
        Promise.resolve({
          topUp: {
            id: 'uuuuuuuuuuuuuuuuuuuuuuuu',
            transactionId: transaction.id,
            status: transaction.status,
            checkoutUrl: 'https://pay.example.org/c',
            expiresAt: now,
          },
        }),
      receivePaymentEvent: () => Promise.resolve({ applied: true }),
      getMockCheckout: missing,
      endMockCheckout: missing,
    },
  };
}
