import { consumes } from '@assay/chassis/events/consumer';
import { PoisonError } from '@assay/chassis/events/poison-error';
import { ActionAudited } from '@assay/proto/audit/v1/audit_events';
import type { Deps } from '../deps.ts';

/** Records the audit events of all services, each once however often it is delivered. */
export const onActionAudited = consumes<Deps, ActionAudited>({
  message: ActionAudited,
  async handle({ auditEvents }, { value: { event } }) {
    if (event === undefined || event.id === '') throw new PoisonError('the message has no audit event');
    const { createdAt, actorId = '', ip = '', reason, ...fields } = event;
    if (createdAt === undefined) throw new PoisonError('the audit event has no time');
    await auditEvents.insert({ ...fields, actorId, ip, createdAt, ...(reason !== undefined && { reason }) });
  },
});
