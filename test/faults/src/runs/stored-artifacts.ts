import { createHash } from 'node:crypto';
import { GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { openDatabase } from '@assay/test-kit/set-up/open-database';
import type { PlatformLayout } from '@assay/local/platform/environment';

interface RunDocument {
  readonly _id: string;
  readonly organizationId: string;
  readonly stages: Readonly<Record<string, { readonly artifacts: readonly LinkedArtifact[] }>>;
  readonly leftovers?: readonly { readonly prefix: string; readonly since: Date }[];
}

interface LinkedArtifact {
  readonly storageKey: string;
  readonly sha256: string;
}

/** What the runs of an organization name and what there is of it. */
export interface StoredArtifacts {
  /** Named, and absent or of other content. */
  readonly lost: readonly string[];
  /** There, and named by no run. */
  readonly orphaned: readonly string[];
  readonly linked: number;
}

export interface ArtifactRoom {
  look(organizationId: string): Promise<StoredArtifacts>;
  /** Makes what failed stages left older, as though an hour had gone by; resolves to how many stages there are. */
  ageLeftovers(): Promise<number>;
  close(): Promise<void>;
}

export async function openArtifactRoom(layout: PlatformLayout): Promise<ArtifactRoom> {
  const { accessKeyId, secretAccessKey, endpoint, region, bucket } = layout.servers.s3;
  const credentials = { accessKeyId, secretAccessKey };
  const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
  const mongo = await openDatabase(layout, 'verification');
  const runs = mongo.db.collection<RunDocument>('runs');

  async function sha256Of(key: string): Promise<string | undefined> {
    const found = await client
      .send(new GetObjectCommand({ Bucket: bucket, Key: key }))
      .catch(() => undefined);
    const bytes = await found?.Body?.transformToByteArray();
    return bytes && createHash('sha256').update(bytes).digest('hex');
  }

  async function keysOf(prefix: string): Promise<readonly string[]> {
    const keys: string[] = [];
    for (let token: string | undefined, isFirst = true; isFirst || token !== undefined; isFirst = false) {
      const page = await client.send(
        new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken: token }),
      );
      keys.push(...(page.Contents ?? []).map(({ Key = '' }) => Key));
      token = page.NextContinuationToken;
    }
    return keys;
  }

  return {
    async look(organizationId) {
      const documents = await runs.find({ organizationId }).toArray();
      const linked = documents.flatMap(({ stages }) =>
        Object.values(stages).flatMap(({ artifacts }) => artifacts),
      );
      const named = new Set(linked.map(({ storageKey }) => storageKey));
      const lost: string[] = [];
      for (const { storageKey, sha256 } of linked) {
        if ((await sha256Of(storageKey)) !== sha256) lost.push(storageKey);
      }
      const orphaned = (await keysOf(`runs/${organizationId}/`)).filter((key) => !named.has(key));
      return { lost, orphaned, linked: linked.length };
    },
    async ageLeftovers() {
      let count = 0;
      for await (const { _id, leftovers = [] } of runs.find({ 'leftovers.0': { $exists: true } })) {
        const aged = leftovers.map(({ prefix }) => ({ prefix, since: new Date(0) }));
        await runs.updateOne({ _id }, { $set: { leftovers: aged } });
        count += aged.length;
      }
      return count;
    },
    async close() {
      client.destroy();
      await mongo.close();
    },
  };
}
