import { IdentityAudited } from '@assay/proto/identity/v1/identity_events';
import {
  InvitationAccepted,
  InvitationMailRequested,
  NotificationMailRequested,
  OrganizationAudited,
  OrganizationCreated,
} from '@assay/proto/organizations/v1/organization_events';

const thirtyDaysMs = 30 * 86_400_000;

/** What others hear about organizations. */
export const organizationsStream = {
  name: 'ORGANIZATIONS',
  messages: [OrganizationCreated, OrganizationAudited, InvitationAccepted],
  retention: 'limits',
  maxAgeMs: thirtyDaysMs,
} as const;

/** What happened to users, keys and sessions. */
export const identityStream = {
  name: 'IDENTITY',
  messages: [IdentityAudited],
  retention: 'limits',
  maxAgeMs: thirtyDaysMs,
} as const;

/** Mails one worker shall send. */
export const organizationWorkStream = {
  name: 'ORGANIZATIONS_WORK',
  messages: [InvitationMailRequested, NotificationMailRequested],
  retention: 'workqueue',
  maxAgeMs: thirtyDaysMs,
} as const;
