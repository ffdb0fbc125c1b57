import { newId } from '@assay/chassis/ids';
import { Role } from '@assay/proto/access/v1/access';
import { createOrganizationStore } from '../../../../services/identity-org/src/store/organization/organization-store.ts';
import type { WireCost, WireMeter } from './wire-meter.ts';

/** What reading and changing one member costs beside so many in the organization. */
export async function besideMembers(meter: WireMeter, count: number): Promise<Record<string, WireCost>> {
  const { db } = meter;
  const relay = { notify: () => undefined };
  const organizations = createOrganizationStore(db, relay);
  const organizationId = newId();
  const at = new Date();
  const call = {
    actor: { kind: 'service', service: 'gateway' },
    organizationId,
    requestId: newId(),
  } as const;
  const memberOf = (userId: string) => ({
    id: newId(),
    userId,
    role: Role.ADMIN,
    createdAt: at,
    updatedAt: at,
  });
  const [first, ...rest] = Array.from({ length: count }, () => memberOf(newId()));
  const userId = first?.userId ?? '';
  await db
    .collection<{ readonly _id: string; readonly [field: string]: unknown }>('organizations')
    .insertOne({
      _id: organizationId,
      name: 'n',
      slug: organizationId,
      modules: [],
      plan: 'local',
      createdById: userId,
      memberCount: count,
      createdAt: at,
      updatedAt: at,
      members: [...rest, first],
      outbox: [],
    });
  const joining = { ...memberOf(newId()), organizationId };
  const change = { organizationId, userId, at };
  return {
    'resolve a principal': await meter.measure(() => organizations.findOfMember(userId, organizationId)),
    'read a member': await meter.measure(() => organizations.findMember(userId, organizationId)),
    'change a role': await meter.measure(() =>
      organizations.setMemberRole(call, { ...change, role: Role.USER }),
    ),
    'add a member': await meter.measure(() => organizations.addMember(call, joining, 20_000)),
    'remove a member': await meter.measure(() => organizations.removeMember(call, change)),
    'read the organization': await meter.measure(() => organizations.find(organizationId)),
  };
}
