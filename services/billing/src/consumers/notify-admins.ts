import { DomainError } from '@assay/chassis/errors';
import type { ReceivedEvent } from '@assay/chassis/events/consumer';
import { PoisonError } from '@assay/chassis/events/poison-error';
import { createServiceCall } from '@assay/chassis/call-context';
import type { Deps } from '../deps.ts';

interface Notice {
  /** What it is about, such as `low-balance`. */
  readonly occasion: string;
  readonly subject: string;
  readonly text: string;
}

/** Mails the admins of the organization an event is about, once per event. */
export async function notifyAdmins(
  { contacts }: Pick<Deps, 'contacts'>,
  { id: eventId, requestId, value }: ReceivedEvent<{ readonly organizationId: string }>,
  { occasion, subject, text }: Notice,
): Promise<void> {
  const { organizationId } = value;
  const call = createServiceCall('billing', organizationId, requestId === '' ? eventId : requestId);
  try {
    await contacts.notifyAdmins(call, { id: `${occasion}:${eventId}`, organizationId, subject, text });
  } catch (error) {
    const isGone = error instanceof DomainError && error.status === 'NOT_FOUND';
    throw isGone ? new PoisonError('there is no such organization', { cause: error }) : error;
  }
}
