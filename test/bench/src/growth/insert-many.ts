import type { Collection } from 'mongodb';

const atOnce = 5_000;

/** Inserts so many documents in bulk. */
export async function insertMany(
  collection: Collection,
  count: number,
  documentAt: (index: number) => object,
): Promise<void> {
  for (let from = 0; from < count; from += atOnce) {
    const length = Math.min(atOnce, count - from);
    const documents = Array.from({ length }, (_, index) => documentAt(from + index));
    await collection.insertMany(documents, { ordered: false });
  }
}
