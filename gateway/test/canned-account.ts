import { AuditEvent } from '@assay/proto/audit/v1/audit_event';
import { Account, AutoTopUp, LedgerEntry } from '@assay/proto/billing/v1/account';
import { Transaction } from '@assay/proto/billing/v1/transaction';
import { ApiKey } from '@assay/proto/identity/v1/api_key';
import { User } from '@assay/proto/identity/v1/user';
import { Invitation } from '@assay/proto/organizations/v1/invitation';
import { Member, Membership } from '@assay/proto/organizations/v1/membership';
import { Organization } from '@assay/proto/organizations/v1/organization';

const createdAt = new Date('2026-11-21T09:00:00Z');
const updatedAt = new Date('2026-11-21T09:01:00Z');
const later = new Date('2026-12-05T09:00:00Z');

export const cannedUser = User.fromPartial({
  id: 'user',
  email: 'ada@example.org',
  name: 'Ada Lovelace',
  locale: 'en',
  createdAt,
  updatedAt,
});

export const cannedApiKey = ApiKey.fromPartial({
  id: 'kkkkkkkkkkkkkkkkkkkkkkkk',
  userId: 'user',
  name: 'Uploader',
  role: 'ROLE_USER',
  expirationDate: later,
  state: 'API_KEY_STATE_ACTIVE',
  organizationIds: ['organization'],
  spendLimitCents: 500,
  spendPeriod: 'SPEND_PERIOD_DAY',
  allowedTools: ['list_projects'],
  createdAt,
  updatedAt,
});

export const cannedOrganization = Organization.fromPartial({
  id: 'organization',
  name: 'Harbour Newsroom',
  slug: 'harbour-newsroom',
  modules: ['content_verification'],
  plan: 'prepaid',
  memberCount: 3,
  createdAt,
  updatedAt,
});

export const cannedMember = Member.fromPartial({
  userId: 'user',
  email: 'ada@example.org',
  name: 'Ada Lovelace',
  role: 'ROLE_ADMIN',
  joinedAt: createdAt,
});

export const cannedMembership = Membership.fromPartial({
  id: 'mmmmmmmmmmmmmmmmmmmmmmmm',
  userId: 'user',
  organizationId: 'organization',
  role: 'ROLE_USER',
  isDefault: true,
  createdAt,
  updatedAt,
});

export const cannedInvitation = Invitation.fromPartial({
  id: 'iiiiiiiiiiiiiiiiiiiiiiii',
  organizationId: 'organization',
  organizationName: 'Harbour Newsroom',
  email: 'ada@example.org',
  role: 'ROLE_USER',
  status: 'INVITATION_STATUS_PENDING',
  expiresAt: later,
  invitedById: 'inviter',
  createdAt,
  updatedAt,
});

export const cannedAuditEvent = AuditEvent.fromPartial({
  id: 'aaaaaaaaaaaaaaaaaaaaaaaa',
  organizationId: 'organization',
  actorId: 'user',
  action: 'member.role_change',
  targetType: 'user',
  targetId: 'other',
  ip: '203.0.113.7',
  createdAt,
});

export const cannedAccount = Account.fromPartial({
  organizationId: 'organization',
  availableCents: 70,
  heldCents: 30,
  fundedCents: 100,
});

export const cannedAutoTopUp = AutoTopUp.fromPartial({
  enabled: true,
  thresholdCents: 1_000,
  targetCents: 5_000,
  lastError: 'card declined',
});

export const cannedLedgerEntry = LedgerEntry.fromPartial({
  id: 'charge:rrrrrrrrrrrrrrrrrrrrrrrr',
  organizationId: 'organization',
  type: 'LEDGER_ENTRY_TYPE_CHARGE',
  amountCents: 50,
  balanceAfterCents: 70,
  heldAfterCents: 30,
  runId: 'rrrrrrrrrrrrrrrrrrrrrrrr',
  createdAt,
});

export const cannedTransaction = Transaction.fromPartial({
  id: 'tttttttttttttttttttttttt',
  organizationId: 'organization',
  userId: 'user',
  type: 'TRANSACTION_TYPE_CHARGE',
  status: 'TRANSACTION_STATUS_PENDING',
  currency: 'EUR',
  amountCents: 5_000,
  idempotencyKey: 'top_up:uuuuuuuuuuuuuuuuuuuuuuuu',
  provider: 'mock',
  providerTransactionId: 'checkout',
  description: 'Top-up',
  metadata: { note: 'x' },
  createdAt,
  updatedAt,
});
