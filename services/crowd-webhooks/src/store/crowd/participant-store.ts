import type { Db } from 'mongodb';
import { createDocumentMapper } from '@assay/chassis/mongo/document-mapper';
import type { Mapped } from '@assay/chassis/mongo/document-mapper';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import { insertOrFind } from '@assay/chassis/mongo/insert-or-find';
import { removeInBatches } from '@assay/chassis/mongo/removed-with';
import type { Participant, PersonKey } from '../../domain/crowd/worker/worker.ts';

export const participantCollection = 'crowd_participants';

export const participantIndexes: readonly IndexSpec[] = [
  { key: { jobId: 1, personKey: 1 }, unique: true },
  { key: { organizationId: 1, workerId: 1 } },
];

type ParticipantDocument = Mapped<Participant, 'claimId'>;

interface EndedClaim {
  readonly claimId: string;
  /** The kind of task that was answered. Undefined without an answer. */
  readonly answered?: 'ordinary' | 'golden';
}

export interface ParticipantStore {
  /** Inserts a participant, or returns the one that the person has in the job. */
  insert(participant: Participant): Promise<Participant>;
  find(jobId: string, personKey: PersonKey): Promise<Participant | undefined>;
  /** Reserves a claim if the participant has none, and is not blocked. */
  reserve(jobId: string, personKey: PersonKey, claimId: string): Promise<Participant | undefined>;
  /** Reserves a claim in place of one that has ended. False if another call was faster. */
  reserveAgain(participant: Participant, claimId: string): Promise<boolean>;
  /** Forgets a claim that has ended, and counts its answer if it has one. */
  release(jobId: string, workerId: string, ended: EndedClaim): Promise<void>;
  setBlocked(organizationId: string, workerId: string, isBlocked: boolean): Promise<void>;
  removeJob(jobId: string): Promise<void>;
}

const { toDocument, toDomain } = createDocumentMapper<Participant, ParticipantDocument>({
  nullable: ['claimId'],
  defaults: { answered: 0, goldenAnswered: 0 },
});

export function createParticipantStore(db: Db): ParticipantStore {
  const collection = db.collection<ParticipantDocument>(participantCollection);
  const show = (found: ParticipantDocument | null) => (found === null ? undefined : toDomain(found));
  return {
    async insert(participant) {
      const { jobId, personKey } = participant;
      return toDomain(await insertOrFind(collection, toDocument(participant), { jobId, personKey }));
    },
    find: async (jobId, personKey) => show(await collection.findOne({ jobId, personKey })),
    reserve: async (jobId, personKey, claimId) =>
      show(
        await collection.findOneAndUpdate(
          { jobId, personKey, claimId: null, isBlocked: false },
          { $set: { claimId } },
          { returnDocument: 'after' },
        ),
      ),
    async reserveAgain({ jobId, personKey, claimId: ended = null }, claimId) {
      const filter = { jobId, personKey, claimId: ended, isBlocked: false };
      const { matchedCount } = await collection.updateOne(filter, { $set: { claimId } });
      return matchedCount === 1;
    },
    async release(jobId, workerId, { claimId, answered }) {
      const counts = { ordinary: { answered: 1 }, golden: { goldenAnswered: 1 } };
      const update = { $set: { claimId: null }, ...(answered && { $inc: counts[answered] }) };
      await collection.updateOne({ _id: participantId(jobId, workerId), claimId }, update);
    },
    async setBlocked(organizationId, workerId, isBlocked) {
      await collection.updateMany({ organizationId, workerId }, { $set: { isBlocked } });
    },
    async removeJob(jobId) {
      await removeInBatches(collection, { jobId });
    },
  };
}

/** Builds the id of a participant. */
export function participantId(jobId: string, workerId: string): string {
  return `${jobId}:${workerId}`;
}
