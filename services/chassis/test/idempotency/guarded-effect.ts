import type { Db } from 'mongodb';

/** An account to which each event is applied once. */
interface Account {
  readonly _id: string;
  readonly balance: number;
  readonly applied: string[];
}

const accounts = (db: Db) => db.collection<Account>('accounts');

export async function openAccount(db: Db): Promise<void> {
  await accounts(db).insertOne({ _id: 'account', balance: 0, applied: [] });
}

/** Adds one to the balance unless this event was applied before. The filter guards the write. */
export async function applyOnce(db: Db, eventId: string): Promise<void> {
  await accounts(db).updateOne(
    { _id: 'account', applied: { $ne: eventId } },
    { $inc: { balance: 1 }, $push: { applied: eventId } },
  );
}

export async function balance(db: Db): Promise<number | undefined> {
  return (await accounts(db).findOne({ _id: 'account' }))?.balance;
}
