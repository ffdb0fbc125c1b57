import type { CallContext } from '@assay/chassis/call-context';
import { notFound } from '@assay/chassis/errors';
import type { Deps } from '../../deps.ts';

export interface NotifyInput {
  /** The occasion: recipients are notified once for each. */
  readonly id: string;
  readonly organizationId: string;
  /** Left out: the admins. */
  readonly userIds?: readonly string[];
  readonly subject: string;
  readonly text: string;
}

/** Has a mail sent to members of an organization, once per occasion. NOT_FOUND for an unknown organization. */
export async function notify(
  { clock, notifications, organizations }: Pick<Deps, 'clock' | 'notifications' | 'organizations'>,
  call: CallContext,
  { id: occasion, organizationId, userIds, subject, text }: NotifyInput,
): Promise<void> {
  if ((await organizations.find(organizationId)) === undefined) throw notFound('organization');
  // The organization is part of the id, because two organizations may have the same occasion.
  const id = `${organizationId}/${occasion}`;
  const createdAt = clock.now();
  await notifications.ensure(call, {
    id,
    organizationId,
    userIds,
    subject,
    text,
    mailedUserIds: [],
    createdAt,
  });
}
