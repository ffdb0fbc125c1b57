import {
  InvitationMailRequested,
  NotificationMailRequested,
} from '@assay/proto/organizations/v1/organization_events';

const thirtyDaysMs = 30 * 86_400_000;

/** Mails one worker shall send. */
export const organizationWorkStream = {
  name: 'ORGANIZATIONS_WORK',
  messages: [InvitationMailRequested, NotificationMailRequested],
  retention: 'workqueue',
  maxAgeMs: thirtyDaysMs,
} as const;
