import type { Filter } from 'mongodb';
import { testPrefix } from '../../domain/webhooks/delivery/lanes/lane-registry.ts';
import type { BusyOrganization } from '../../domain/webhooks/delivery/lanes/lanes.ts';
import type { DeliveryDocument } from './delivery-document.ts';

/** Selects the due deliveries of organizations after `after`, without the full lanes. Each condition is a range of the index. */
export function selectLanes(after: string, busy: readonly BusyOrganization[]): Filter<DeliveryDocument> {
  if (busy.length === 0) return { organizationId: { $gt: after } };
  const others = { organizationId: { $gt: after, $nin: busy.map(({ organizationId }) => organizationId) } };
  const own = busy.filter(({ organizationId }) => organizationId > after);
  return { $or: [others, ...own.flatMap(selectOwnLanes)] };
}

function selectOwnLanes({
  organizationId,
  hasPlace,
  open,
  full,
}: BusyOrganization): Filter<DeliveryDocument>[] {
  if (hasPlace) return [{ organizationId, origin: { $nin: [...full] } }];
  // The tests of webhooks have places of their own.
  const tests = { organizationId, origin: { $gte: testPrefix, $lt: afterTests, $nin: [...full] } };
  return open.length === 0 ? [tests] : [{ organizationId, origin: { $in: [...open] } }, tests];
}

const afterTests = 'test!';
