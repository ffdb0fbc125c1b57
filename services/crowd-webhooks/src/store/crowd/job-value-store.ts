import { LRUCache } from 'lru-cache';
import type { Db } from 'mongodb';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import { removeInBatches } from '@assay/chassis/mongo/removed-with';
import { joinRows } from '../../domain/crowd/job/input/input-factors.ts';
import type { ValueChunk, ValueRef, Values } from '../../domain/crowd/job/input/variant.ts';

export const jobValueCollection = 'crowd_job_values';

export const jobValueIndexes: readonly IndexSpec[] = [{ key: { jobId: 1 } }];

type Chunk = Pick<ValueChunk, 'names' | 'rows'>;

interface ChunkDocument extends Chunk {
  /** The id of the job and the number of the chunk. */
  readonly _id: string;
  readonly jobId: string;
}

/** The values of jobs whose lists multiply, each stored once. They never change once the job is accepted. */
export interface JobValueStore {
  /** Stores the values of a new job. Those of an interrupted attempt are replaced. */
  replaceMany(jobId: string, chunks: readonly ValueChunk[]): Promise<void>;
  /** Reads the values of a variant, in the order of its rows. */
  read(jobId: string, refs: readonly ValueRef[]): Promise<Values>;
  removeJob(jobId: string): Promise<void>;
}

/** The characters of all chunks in the cache. A chunk has at most some million. */
const maxCachedCharacters = 16_000_000;
const batchSize = 20;

export function createJobValueStore(db: Db): JobValueStore {
  const collection = db.collection<ChunkDocument>(jobValueCollection);
  const cache = new LRUCache<string, Chunk>({
    maxSize: maxCachedCharacters,
    sizeCalculation: ({ rows }) => rows.reduce((sum, row) => sum + countCharacters(row), 1),
  });
  async function readChunks(ids: readonly string[]): Promise<ReadonlyMap<string, Chunk>> {
    const chunks = new Map<string, Chunk>();
    for (const id of ids) {
      const cached = cache.get(id);
      if (cached !== undefined) chunks.set(id, cached);
    }
    const missing = ids.filter((id) => !chunks.has(id));
    if (missing.length === 0) return chunks;
    for (const { _id, names, rows } of await collection.find({ _id: { $in: missing } }).toArray()) {
      chunks.set(_id, { names, rows });
      cache.set(_id, { names, rows });
    }
    return chunks;
  }
  return {
    async replaceMany(jobId, chunks) {
      for (let start = 0; start < chunks.length; start += batchSize) {
        const operations = chunks.slice(start, start + batchSize).map(({ number, names, rows }) => {
          const replacement = { jobId, names, rows };
          return { replaceOne: { filter: { _id: chunkId(jobId, number) }, replacement, upsert: true } };
        });
        await collection.bulkWrite(operations, { ordered: false });
      }
    },
    async read(jobId, refs) {
      const chunks = await readChunks([...new Set(refs.map(({ chunk }) => chunkId(jobId, chunk)))]);
      return joinRows(
        refs.map(({ chunk, row }) => {
          const { names, rows } = chunks.get(chunkId(jobId, chunk)) ?? {};
          const found = rows?.[row];
          if (names === undefined || found === undefined)
            throw new Error(`values of job ${jobId} are missing`);
          return { names, row: found };
        }),
      );
    },
    async removeJob(jobId) {
      await removeInBatches(collection, { jobId });
    },
  };
}

function chunkId(jobId: string, number: number): string {
  return `${jobId}.${number.toString()}`;
}

function countCharacters(row: readonly string[]): number {
  return row.reduce((sum, value) => sum + value.length, 0);
}
