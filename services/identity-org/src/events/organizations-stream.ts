import {
  InvitationAccepted,
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
