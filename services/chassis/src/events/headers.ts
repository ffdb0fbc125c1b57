import { headers } from 'nats';
import type { MsgHdrs } from 'nats';

/** The names of the headers of an event. */
export const eventHeaders = {
  id: 'Nats-Msg-Id',
  organizationId: 'Assay-Organization',
  occurredAt: 'Assay-Occurred-At',
  requestId: 'Assay-Request-Id',
  traceparent: 'traceparent',
} as const;

/**
 * Builds headers from the defined and non-empty values. Replaces line breaks by spaces, since a header cannot contain
 * them.
 */
export function buildHeaders(values: Readonly<Record<string, string | undefined>>): MsgHdrs {
  const built = headers();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== '') built.set(name, value.replace(/[\r\n]+/gu, ' '));
  }
  return built;
}
