import type { Collection, Filter, UpdateFilter, WithId } from 'mongodb';
import { deriveSubject } from '@assay/chassis/events/event';
import { appendEvents } from '@assay/chassis/mongo/outbox';
import type { Relay } from '@assay/chassis/mongo/relay';
import { overdueAfterMs } from '@assay/chassis/work/redrive';
import type { UnfinishedWork } from '@assay/chassis/work/redrive';
import { AutoTopUpRequested } from '@assay/proto/billing/v1/billing_events';
import type { PendingAutoTopUp } from '../../domain/account/account.ts';
import type { UnfinishedAutoTopUp } from '../../domain/account/auto-top-up.ts';
import { accountEvent } from '../../events/account-events.ts';
import type { AccountDocument } from './account-document.ts';

/** The unfinished automatic top-ups. They end by a posting, so this has no `end`. */
export type AutoTopUps = Omit<UnfinishedWork<UnfinishedAutoTopUp>, 'end'>;

export interface AutoTopUpDocument extends Omit<AccountDocument, 'pendingAutoTopUp'> {
  readonly pendingAutoTopUp?: (PendingAutoTopUp & { readonly overdueSince?: Date }) | null;
}

const underWay = { 'pendingAutoTopUp.topUpId': { $gt: '' } };

export function createAutoTopUps(
  accounts: Collection<AutoTopUpDocument>,
  relay: Pick<Relay, 'notify'>,
): AutoTopUps {
  return {
    // In the order of their ids: those under way are few, and each that is asked for makes room for a minute.
    async listOverdue(state, now, limit) {
      if (state === 'taken') return [];
      const overdue = { ...underWay, 'pendingAutoTopUp.dueAt': { $not: { $gt: now } } };
      const projection = { pendingAutoTopUp: 1, outbox: 1 };
      return (await accounts.find(overdue, { projection }).limit(limit).toArray()).flatMap(toUnfinished);
    },
    isBusy: () => Promise.resolve(false),
    async requestAgain(unit, { now, overdueSince }) {
      const { id: topUpId, organizationId, isAsked } = unit;
      const request = { kind: 'auto-top-up-requested', topUpId, at: now } as const;
      const update: UpdateFilter<AutoTopUpDocument> = {
        $set: {
          'pendingAutoTopUp.dueAt': new Date(now.getTime() + overdueAfterMs),
          ...(overdueSince === undefined ? {} : { 'pendingAutoTopUp.overdueSince': overdueSince }),
        },
        ...appendEvents(...(isAsked ? [] : [accountEvent(organizationId, request)])),
      };
      const { modifiedCount } = await accounts.updateOne(asListed(unit), update);
      if (modifiedCount === 1) relay.notify(accounts.collectionName, organizationId);
      return modifiedCount === 1;
    },
    async makeOverdue() {
      await accounts.updateMany(underWay, { $set: { 'pendingAutoTopUp.dueAt': new Date(0) } });
    },
  };
}

function asListed({ id, organizationId, dueAt }: UnfinishedAutoTopUp): Filter<AutoTopUpDocument> {
  return {
    _id: organizationId,
    'pendingAutoTopUp.topUpId': id,
    'pendingAutoTopUp.dueAt': dueAt ?? { $exists: false },
  };
}

function toUnfinished({
  _id: organizationId,
  pendingAutoTopUp,
  outbox = [],
}: WithId<AutoTopUpDocument>): UnfinishedAutoTopUp[] {
  if (pendingAutoTopUp === null || pendingAutoTopUp === undefined) return [];
  const { topUpId: id, dueAt, overdueSince } = pendingAutoTopUp;
  const isAsked = outbox.some(({ subject }) => subject === deriveSubject(AutoTopUpRequested));
  return [{ id, organizationId, dueAt, overdueSince, isAsked }];
}
