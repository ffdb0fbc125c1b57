import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { AuditEvent } from '@assay/proto/audit/v1/audit_event';
import { required, textOrNull } from '../../rest/required.ts';
import { dateTime, id, named, nullable } from '../../rest/schema.ts';

export const auditEventSchema = named(
  'AuditEvent',
  Type.Object(
    {
      id: id('The event.'),
      organizationId: id('Where it happened.'),
      actorId: nullable(Type.String(), 'The user who did it; null: the platform itself.'),
      action: Type.String({
        description: 'What was done, as `scope.action`.',
        examples: ['member.role_change'],
      }),
      targetType: Type.String({ description: 'What kind of thing it was done to.', examples: ['user'] }),
      targetId: Type.String({ description: 'To which one.' }),
      ip: nullable(Type.String({ examples: ['203.0.113.7'] }), 'The address of the client; null: unknown.'),
      createdAt: dateTime('When.'),
    },
    { description: 'That somebody changed something. Never changed itself.' },
  ),
);

export function toAuditEvent(event: AuditEvent): Static<typeof auditEventSchema.schema> {
  return {
    id: event.id,
    organizationId: event.organizationId,
    actorId: textOrNull(event.actorId),
    action: event.action,
    targetType: event.targetType,
    targetId: event.targetId,
    ip: textOrNull(event.ip),
    createdAt: required(event.createdAt).toISOString(),
  };
}
