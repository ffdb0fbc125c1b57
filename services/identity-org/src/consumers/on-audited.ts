import type { ReceivedEvent } from '@assay/chassis/events/consumer';
import { PoisonError } from '@assay/chassis/events/poison-error';
import type { AuditEvent } from '@assay/proto/audit/v1/audit_event';
import type { Deps } from '../deps.ts';

/** Keeps what OrganizationAudited, IdentityAudited and BillingAudited tell, once however often it is told. */
export async function onAudited(
  { auditEvents }: Pick<Deps, 'auditEvents'>,
  { value: { event } }: ReceivedEvent<{ readonly event?: AuditEvent | undefined }>,
): Promise<void> {
  if (event === undefined || event.id === '') throw new PoisonError('it names no event');
  const { createdAt, ...fields } = event;
  if (createdAt === undefined) throw new PoisonError('it does not say when');
  await auditEvents.insert({ ...fields, createdAt });
}
