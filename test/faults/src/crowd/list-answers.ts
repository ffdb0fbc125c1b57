import type { MongoConnection } from '@assay/chassis/mongo/connect';

/** A stored answer. */
export interface StoredAnswer {
  readonly _id: string;
  readonly workerId: string;
  readonly variantIndex: number;
  readonly status: string;
}

/** Lists all stored answers to a job, those in progress included. */
export function listAnswers({ db }: Pick<MongoConnection, 'db'>, jobId: string): Promise<StoredAnswer[]> {
  const projection = { workerId: 1, variantIndex: 1, status: 1 };
  return db.collection<StoredAnswer>('crowd_answers').find({ jobId }, { projection }).toArray();
}

/** Counts the events of a job by their name, as its webhooks received them. */
export async function countEvents(
  { db }: Pick<MongoConnection, 'db'>,
  jobId: string,
): Promise<Readonly<Record<string, number>>> {
  const found = await db
    .collection<{ readonly _id: string; readonly name: string }>('webhook_events')
    .find({ 'owner.id': jobId })
    .toArray();
  const groups = Map.groupBy(found, ({ name }) => name);
  return Object.fromEntries([...groups].map(([name, events]) => [name, events.length]));
}

/** Returns the variants that a worker answered twice, as `<worker> <variant>`. */
export function findRepeated(answers: readonly StoredAnswer[]): readonly string[] {
  const groups = Map.groupBy(
    answers,
    ({ workerId, variantIndex }) => `${workerId} ${variantIndex.toString()}`,
  );
  return [...groups].filter(([, own]) => own.length > 1).map(([pair]) => pair);
}
