import { auditStream } from '@assay/chassis/events/audit';
import { consumes } from '@assay/chassis/events/consumer';
import { PoisonError } from '@assay/chassis/events/poison-error';
import { ActionAudited } from '@assay/proto/audit/v1/audit_events';
import type { Deps } from '../deps.ts';

/** Keeps what any service tells, once however often it is told. */
export const onActionAudited = consumes<Deps, ActionAudited>({
  stream: auditStream.name,
  message: ActionAudited,
  async handle({ auditEvents }, { value: { event } }) {
    if (event === undefined || event.id === '') throw new PoisonError('it names no event');
    const { createdAt, actorId = '', ip = '', ...fields } = event;
    if (createdAt === undefined) throw new PoisonError('it does not say when');
    await auditEvents.insert({ ...fields, actorId, ip, createdAt });
  },
});
