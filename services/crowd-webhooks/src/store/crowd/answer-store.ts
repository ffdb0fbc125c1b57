import type { Collection, Db, Filter, UpdateFilter } from 'mongodb';
import type { OutboxEntry } from '@assay/chassis/events/event';
import { createDocumentMapper } from '@assay/chassis/mongo/document-mapper';
import { findPage } from '@assay/chassis/mongo/find-page';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import { insertNew } from '@assay/chassis/mongo/insert-new';
import { appendEvents, newOutbox, outboxIndexes, withoutOutbox } from '@assay/chassis/mongo/outbox';
import type { Relay } from '@assay/chassis/mongo/relay';
import { removeInBatches } from '@assay/chassis/mongo/removed-with';
import type { Page, PageOf } from '@assay/chassis/pagination';
import type { AnswerWrite } from '../../domain/crowd/answer/answer-write.ts';
import type { Answer, AnswerStatus } from '../../domain/crowd/answer/answer.ts';
import { listAnswerEvents, rebuildAnswerEvents } from '../../events/job-events.ts';
import type { PersonKey } from '../../domain/crowd/worker/worker.ts';
import { appealIndexes, createAppealReads } from './appeal-reads.ts';
import type { AppealReads } from './appeal-reads.ts';
import { createWorkerAnswers, sumRewards, workerAnswerIndexes } from './worker-answers.ts';
import type { WorkerAnswers } from './worker-answers.ts';
import type { AnswerDocument } from './answer-document.ts';
import { bySubmission, filterLater, newest } from './answer-order.ts';

export const answerCollection = 'crowd_answers';

/** Answers that the driver reads ahead. */
const readBatch = 250;

export const answerIndexes: readonly IndexSpec[] = [
  ...outboxIndexes,
  { key: { jobId: 1, status: 1, ...newest } },
  { key: { jobId: 1, workerId: 1, status: 1, ...newest } },
  { key: { jobId: 1, isGolden: 1, status: 1 } },
  { key: { personKey: 1, status: 1, ...newest } },
  { key: { personKey: 1, jobId: 1, status: 1, ...newest } },
  { key: { status: 1, autoAcceptAt: 1 } },
  { key: { syncAt: 1 }, sparse: true },
  { key: { changedAt: 1 }, sparse: true },
  ...appealIndexes,
  ...workerAnswerIndexes,
];

export interface AnswerFilter {
  readonly jobId: string;
  readonly status?: AnswerStatus | undefined;
  readonly workerId?: string | undefined;
  readonly submittedSince?: Date | undefined;
}

export type AnswerUpdate = Partial<
  Pick<Answer, 'status' | 'autoAccepted' | 'review' | 'autoAcceptAt' | 'undoneAt' | 'appeal'>
>;

/** An answer with its position in the order of submission. */
export interface PlacedAnswer {
  readonly answer: Answer;
  readonly position: string;
}

export interface AnswerStore extends AppealReads, WorkerAnswers {
  /** Inserts an answer whose task has not decided yet. False if the claim has an answer already. */
  insert(answer: Answer): Promise<boolean>;
  /** Finds an answer in any state. */
  find(answerId: string): Promise<Answer | undefined>;
  findInJob(jobId: string, answerId: string): Promise<Answer | undefined>;
  list(filter: AnswerFilter, page: Page): Promise<PageOf<Answer>>;
  listOfPerson(
    personKey: PersonKey,
    filter: { readonly jobId: string | undefined },
    page: Page,
  ): Promise<PageOf<Answer>>;
  /** Sums the rewards of a person by the state of the answer, as the person sees it. In euro cents. */
  sumRewards(personKey: PersonKey, now: Date): Promise<{ readonly pending: number; readonly earned: number }>;
  /** Reads answers in the order of their submission. */
  readAll(filter: AnswerFilter): AsyncIterable<Answer>;
  /** Reads answers in the order of their submission, those after a position. INVALID_ARGUMENT for an unknown position. */
  readAfter(filter: AnswerFilter, position: string): AsyncIterable<PlacedAnswer>;
  count(filter: Pick<AnswerFilter, 'jobId' | 'status'> & { readonly isGolden: boolean }): Promise<number>;
  /** Stores a change that the task must get too, under the next revision. Undefined if the answer changed meanwhile. */
  update(answer: Answer, change: AnswerUpdate, write: AnswerWrite): Promise<Answer | undefined>;
  /** Publishes the acceptance of an answer again. */
  publishAcceptance(answer: Answer, now: Date): Promise<void>;
  /** Builds the events of answers that occurred at or after `since` once more, of every organization, in no order. */
  listEvents(since: Date): AsyncIterable<OutboxEntry>;
  /** Notes that the task has the state of the answer. */
  markSynced(answer: Answer): Promise<void>;
  /** Lists answers with changes before this time that their tasks may not have. */
  listUnsynced(before: Date, limit: number): Promise<readonly Answer[]>;
  /** Lists pending answers whose time has passed. */
  listAutoAccepted(now: Date, limit: number): Promise<readonly Answer[]>;
  /** Removes an answer that its task refused. */
  removeRefused(answerId: string): Promise<void>;
  /** Removes the answers to a job that wait for review. */
  removeUnreviewed(jobId: string): Promise<void>;
  removeJob(jobId: string): Promise<void>;
}

const { toDocument, toDomain, toFields } = createDocumentMapper<Answer, AnswerDocument>({
  nullable: ['attentionChecksPassed', 'review', 'appeal'],
  internal: ['syncAt', 'changedAt'],
});

const projection = withoutOutbox;
const visible: AnswerStatus[] = ['pending_review', 'accepted', 'rejected'];

export function createAnswerStore(db: Db, relay: Pick<Relay, 'notify'>): AnswerStore {
  const collection = db.collection<AnswerDocument>(answerCollection, { ignoreUndefined: true });
  const read = async (filter: Filter<AnswerDocument>, sort: Record<string, 1>, limit: number) =>
    (await collection.find(filter, { projection }).sort(sort).limit(limit).toArray()).map(toDomain);
  const findOne = async (filter: Filter<AnswerDocument>) => {
    const found = await collection.findOne(filter, { projection });
    return found === null ? undefined : toDomain(found);
  };
  async function* readAfter(filter: AnswerFilter, position: string) {
    const selected: Filter<AnswerDocument> = { ...toFilter(filter), ...filterLater(position) };
    const found = collection.find(selected, { projection }).sort({ submittedAt: 1, _id: 1 });
    for await (const document of found.batchSize(readBatch)) {
      yield { answer: toDomain(document), position: bySubmission.encodePosition(document) };
    }
  }
  const findAnswerPage = async (filter: Filter<AnswerDocument>, page: Page) => {
    const { items, ...facts } = await findPage(collection, { filter, order: bySubmission, projection }, page);
    return { items: items.map(toDomain), ...facts };
  };
  return {
    insert: (answer) =>
      insertNew(collection, toDocument(answer, { syncAt: answer.submittedAt, ...newOutbox() })),
    find: (_id) => findOne({ _id }),
    findInJob: (jobId, _id) => findOne({ _id, jobId, status: { $in: visible } }),
    list: (filter, page) => findAnswerPage(toFilter(filter), page),
    listOfPerson: (personKey, { jobId }, page) =>
      findAnswerPage({ personKey, status: { $in: visible }, ...(jobId !== undefined && { jobId }) }, page),
    sumRewards: (personKey, now) => sumRewards(collection, personKey, now),
    async *readAll(filter) {
      for await (const { answer } of readAfter(filter, '')) yield answer;
    },
    readAfter,
    count: ({ isGolden, ...filter }) => collection.countDocuments({ ...toFilter(filter), isGolden }),
    ...createWorkerAnswers(collection),
    ...createAppealReads(collection, { toDomain, projection }),
    ...createWrites(collection, relay),
    listUnsynced: (before, limit) => read({ syncAt: { $lt: before } }, { syncAt: 1 }, limit),
    listAutoAccepted: (now, limit) =>
      read({ status: 'pending_review', autoAcceptAt: { $lte: now } }, { autoAcceptAt: 1 }, limit),
    async *listEvents(since) {
      for await (const document of collection.find({ changedAt: { $gte: since } }, { projection }))
        yield* rebuildAnswerEvents(toDomain(document), document.changedAt ?? since, since);
    },
    async removeRefused(_id) {
      await collection.deleteOne({ _id, status: 'submitting' });
    },
    async removeUnreviewed(jobId) {
      await removeInBatches(collection, { jobId, status: { $in: ['submitting', 'pending_review'] } });
    },
    async removeJob(jobId) {
      await removeInBatches(collection, { jobId });
    },
  };
}

function createWrites(
  collection: Collection<AnswerDocument>,
  relay: Pick<Relay, 'notify'>,
): Pick<AnswerStore, 'update' | 'publishAcceptance' | 'markSynced'> {
  return {
    async update(answer, change, write) {
      const { id: _id, revision } = answer;
      const { now } = write;
      const events = listAnswerEvents({ ...answer, ...change }, write);
      const fields = { ...toFields(change), revision: revision + 1, syncAt: now, changedAt: now };
      const update = { $set: fields, ...appendEvents(...events) } as UpdateFilter<AnswerDocument>;
      const options = { returnDocument: 'after', projection } as const;
      const found = await collection.findOneAndUpdate({ _id, revision }, update, options);
      if (found === null) return undefined;
      if (events.length > 0) relay.notify(answerCollection, _id);
      return toDomain(found);
    },
    async publishAcceptance(answer, now) {
      const events = listAnswerEvents(answer, { now, news: ['accepted'] });
      await collection.updateOne({ _id: answer.id }, appendEvents(...events));
      relay.notify(answerCollection, answer.id);
    },
    async markSynced({ id: _id, revision }) {
      await collection.updateOne({ _id, revision }, { $unset: { syncAt: '' } });
    },
  };
}

function toFilter({ jobId, status, workerId, submittedSince }: AnswerFilter): Filter<AnswerDocument> {
  return {
    jobId,
    status: status ?? { $in: visible },
    ...(workerId !== undefined && { workerId }),
    ...(submittedSince !== undefined && { submittedAt: { $gte: submittedSince } }),
  };
}
