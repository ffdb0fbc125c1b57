/** The least code that claims tasks with the driver, as a baseline: the four commands of a claim. */
import { randomUUID } from 'node:crypto';
import type { Db } from 'mongodb';

interface ParticipantDocument {
  readonly _id: string;
  readonly jobId: string;
  readonly personKey: string;
  readonly workerId: string;
  readonly claimId: string | null;
  readonly isBlocked: boolean;
  readonly place: number;
}

interface TaskDocument {
  readonly _id: string;
  readonly jobId: string;
  readonly isGolden: boolean;
  readonly hasFree: boolean;
  readonly place: number;
  readonly revision: number;
  readonly claims: readonly object[];
  readonly claimIds?: readonly string[];
  readonly workers: readonly string[];
}

export interface BareClaims {
  /** Copies the workers of another job. */
  copyWorkers(fromJobId: string): Promise<void>;
  claim(personKey: string): Promise<void>;
  /** Ends all claims, so that the workers can claim the tasks after them. */
  endClaims(): Promise<void>;
}

const ttlMs = 1_800_000;

export function openBareClaims(db: Db, jobId: string): BareClaims {
  const jobs = db.collection<{ readonly _id: string }>('crowd_jobs');
  const participants = db.collection<ParticipantDocument>('crowd_participants');
  const tasks = db.collection<TaskDocument>('crowd_tasks');
  return {
    async copyWorkers(fromJobId) {
      const found = await participants.find({ jobId: fromJobId }).toArray();
      const copies = found.map((worker) => ({ ...worker, _id: `${jobId}:${worker.workerId}`, jobId }));
      await participants.insertMany(copies);
    },
    async claim(personKey) {
      const id = randomUUID();
      await jobs.findOne({ _id: jobId });
      const worker = await participants.findOneAndUpdate(
        { jobId, personKey, claimId: null, isBlocked: false },
        { $set: { claimId: id } },
        { returnDocument: 'after' },
      );
      if (worker === null) throw new Error('the worker has a claim already');
      const { workerId, place } = worker;
      const free = { jobId, isGolden: false, hasFree: true, place: { $gt: place } };
      const [task] = await tasks
        .find({ ...free, workers: { $ne: workerId } })
        .sort({ place: 1 })
        .limit(2)
        .toArray();
      if (task === undefined) return;
      const { _id, revision, claims, claimIds = [] } = task;
      const claimedAt = new Date();
      const times = { claimedAt, expiresAt: new Date(claimedAt.getTime() + ttlMs) };
      const state = { state: 'returned', repetitionIndex: claims.length, isExtended: false };
      await tasks.replaceOne(
        { _id, jobId, revision },
        {
          ...task,
          revision: revision + 1,
          claims: [...claims, { id, workerId, ...times, ...state }],
          claimIds: [...claimIds, id],
        },
      );
    },
    async endClaims() {
      await participants.updateMany({ jobId }, { $set: { claimId: null }, $inc: { place: 1 } });
    },
  };
}
