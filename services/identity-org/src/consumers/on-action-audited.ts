import type { ReceivedEvent } from '@assay/chassis/events/consumer';
import { PoisonError } from '@assay/chassis/events/poison-error';
import type { ActionAudited } from '@assay/proto/audit/v1/audit_events';
import type { Deps } from '../deps.ts';

/** Keeps what any service tells, once however often it is told. */
export async function onActionAudited(
  { auditEvents }: Pick<Deps, 'auditEvents'>,
  { value: { event } }: ReceivedEvent<ActionAudited>,
): Promise<void> {
  if (event === undefined || event.id === '') throw new PoisonError('it names no event');
  const { createdAt, ...fields } = event;
  if (createdAt === undefined) throw new PoisonError('it does not say when');
  await auditEvents.insert({ ...fields, createdAt });
}
