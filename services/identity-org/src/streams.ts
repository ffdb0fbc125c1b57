import { declareStream } from '@assay/chassis/events/streams';
import { days } from '@assay/chassis/units';
import {
  InvitationAccepted,
  InvitationMailRequested,
  NotificationMailRequested,
  OrganizationCreated,
} from '@assay/proto/organizations/v1/organization_events';

const thirtyDaysMs = days(30);

/** Events about organizations that other services consume. */
export const organizationsStream = declareStream({
  messages: [OrganizationCreated, InvitationAccepted],
  retention: 'limits',
  maxAgeMs: thirtyDaysMs,
});

/** Requests for mails; each is handled by one worker. */
export const organizationWorkStream = declareStream({
  messages: [InvitationMailRequested, NotificationMailRequested],
  retention: 'workqueue',
  maxAgeMs: thirtyDaysMs,
});
