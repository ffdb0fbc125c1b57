import type { AuditedCall } from '@assay/chassis/audit';
import type { Collection, Db, Filter, UpdateFilter } from 'mongodb';
import type { OutboxEntry } from '@assay/chassis/events/event';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import { appendEvents, newOutbox, outboxIndexes, withoutOutbox } from '@assay/chassis/mongo/outbox';
import type { Relay } from '@assay/chassis/mongo/relay';
import { insertNew } from '@assay/chassis/mongo/insert-new';
import type { Answer, Invitation } from '../domain/invitation/invitation.ts';
import {
  invitationAccepted,
  invitationAudited,
  invitationMailRequested,
} from '../events/organization-events.ts';
import { pendingKeyOf, toDocument, toInvitation } from './invitation-document.ts';
import type { InvitationDocument } from './invitation-document.ts';

/** Every change publishes ActionAudited. An expired invitation is still stored as pending. */
export interface InvitationStore extends InvitationReads {
  /** Inserts an invitation and requests its mail; false: the id is taken, or the address has an open invitation. */
  insert(call: AuditedCall, invitation: Invitation): Promise<boolean>;
  /** Frees the address for a new invitation. True: the old one was open and is replaced; false: it had expired. */
  retire(call: AuditedCall, old: Invitation, at: Date): Promise<boolean>;
  /** Undefined, and nothing changed: the invitation is not open at that moment. */
  revoke(call: AuditedCall, id: string, at: Date): Promise<Invitation | undefined>;
  /** Publishes InvitationAccepted for that answer. Undefined, and nothing changed: it is not open at that moment. */
  answer(call: AuditedCall, reply: InvitationAnswer): Promise<Invitation | undefined>;
  markMailed(id: string, at: Date): Promise<void>;
  markJoined(id: string, at: Date): Promise<void>;
}

export interface InvitationReads {
  /** Finds an invitation of any organization; the use case decides who may see it. */
  find(id: string): Promise<Invitation | undefined>;
  /** The invitation that occupies an address, expired or not. */
  findAtAddress(organizationId: string, email: string): Promise<Invitation | undefined>;
  /** The open invitations, newest first. */
  listOpen(organizationId: string, now: Date): Promise<readonly Invitation[]>;
}

export interface InvitationAnswer {
  readonly invitation: Invitation;
  readonly answer: Answer;
  readonly userId: string;
  readonly at: Date;
}

export const invitationCollection = 'invitations';

export const invitationIndexes: readonly IndexSpec[] = [
  { key: { pendingKey: 1 }, unique: true, sparse: true },
  { key: { organizationId: 1, decision: 1, createdAt: -1, _id: -1 } },
  ...outboxIndexes,
];

const own = { projection: withoutOutbox } as const;

export function createInvitationStore(db: Db, relay: Pick<Relay, 'notify'>): InvitationStore {
  const invitations = db.collection<InvitationDocument>(invitationCollection);
  const change = createChange(invitations, relay);
  return {
    ...createReads(invitations),
    async insert(call, invitation) {
      const created = { ...invitation, at: invitation.createdAt };
      const events = [invitationAudited(call, 'create', created), invitationMailRequested(call, created)];
      const isNew = await insertNew(invitations, { ...toDocument(invitation), ...newOutbox(...events) });
      if (isNew) relay.notify(invitationCollection, invitation.id);
      return isNew;
    },
    async retire(call, old, at) {
      const $set = { decision: 'replaced', updatedAt: at } as const;
      const replaced = await change(openAt(old.id, at), { $set }, [
        invitationAudited(call, 'replace', { ...old, at }),
      ]);
      if (replaced !== undefined) return true;
      const expired = { _id: old.id, decision: 'pending', expiresAt: { $lte: at } } as const;
      await invitations.updateOne(expired, { $unset: { pendingKey: '' } });
      return false;
    },
    async revoke(call, id, at) {
      const { organizationId } = call;
      const $set = { decision: 'revoked', updatedAt: at } as const;
      const event = invitationAudited(call, 'revoke', { id, organizationId, at });
      return await change({ ...openAt(id, at), organizationId }, { $set }, [event]);
    },
    async answer(call, { invitation, answer, userId, at }) {
      const $set = { decision: answer, answeredById: userId, updatedAt: at };
      const answered = { ...invitation, at, userId };
      const events =
        answer === 'accepted'
          ? [invitationAudited(call, 'accept', answered), invitationAccepted(call, answered)]
          : [invitationAudited(call, 'decline', answered)];
      return await change(openAt(invitation.id, at), { $set }, events);
    },
    async markMailed(id, at) {
      await invitations.updateOne({ _id: id }, { $set: { mailedAt: at } });
    },
    async markJoined(id, at) {
      await invitations.updateOne({ _id: id }, { $set: { joinedAt: at } });
    },
  };
}

function openAt(id: string, at: Date) {
  return { _id: id, decision: 'pending', expiresAt: { $gt: at } } as const;
}

/** Decides an open invitation, which frees its address. */
function createChange(invitations: Collection<InvitationDocument>, relay: Pick<Relay, 'notify'>) {
  return async (
    filter: Filter<InvitationDocument> & { readonly _id: string },
    update: Pick<UpdateFilter<InvitationDocument>, '$set'>,
    events: readonly OutboxEntry[],
  ): Promise<Invitation | undefined> => {
    const decided = { ...update, $unset: { pendingKey: '' }, ...appendEvents(...events) } as const;
    const options = { returnDocument: 'after', ...own } as const;
    const after = await invitations.findOneAndUpdate(filter, decided, options);
    if (after === null) return undefined;
    relay.notify(invitationCollection, filter._id);
    return toInvitation(after);
  };
}

function createReads(invitations: Collection<InvitationDocument>): InvitationReads {
  const findOne = async (filter: { _id: string } | { pendingKey: string }) => {
    const found = await invitations.findOne(filter, own);
    return found === null ? undefined : toInvitation(found);
  };
  return {
    find: (id) => findOne({ _id: id }),
    findAtAddress: (organizationId, email) =>
      findOne({ pendingKey: pendingKeyOf({ organizationId, email }) }),
    async listOpen(organizationId, now) {
      const filter = { organizationId, decision: 'pending', expiresAt: { $gt: now } } as const;
      const found = invitations.find(filter, own).sort({ createdAt: -1, _id: -1 });
      return (await found.toArray()).map(toInvitation);
    },
  };
}
