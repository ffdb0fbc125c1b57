import { IdentityAudited } from '@assay/proto/identity/v1/identity_events';

const thirtyDaysMs = 30 * 86_400_000;

/** What happened to users, keys and sessions. */
export const identityStream = {
  name: 'IDENTITY',
  messages: [IdentityAudited],
  retention: 'limits',
  maxAgeMs: thirtyDaysMs,
} as const;
