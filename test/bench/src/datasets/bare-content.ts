/** The least code that reads the segments of a version with the driver, as a baseline. */
import { GetObjectCommand } from '@aws-sdk/client-s3';
import type { S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { Binary, Collection, Db } from 'mongodb';

interface SegmentFile {
  readonly f: string;
  readonly r?: string;
  readonly n: string;
  readonly t: string;
  readonly s: number;
  readonly h: Binary;
}

interface Segment {
  readonly _id: string;
  readonly files: readonly SegmentFile[];
}

interface Version {
  readonly _id: string;
  readonly segmentIds: readonly string[];
}

export interface BareContent {
  /** Reads a version, and writes one line of JSON for each file. Returns the number of bytes. */
  writeLines(versionId: string): Promise<number>;
  /** Reads two versions, and returns the number of files that differ. */
  compare(beforeId: string, afterId: string): Promise<number>;
  /** Lists the files of a version. */
  list(versionId: string): Promise<readonly SegmentFile[]>;
}

export function openBareContent(db: Db): BareContent {
  const segments = db.collection<Segment>('segments');
  const versions = db.collection<Version>('versions');
  return {
    async writeLines(versionId) {
      let bytes = 0;
      for await (const { files } of readSegments(segments, versions, versionId)) {
        bytes += Buffer.from(files.map(writeLine).join('')).byteLength;
      }
      return bytes;
    },
    async compare(beforeId, afterId) {
      const before = new Map<string, string>();
      for await (const { files } of readSegments(segments, versions, beforeId)) {
        for (const { f, r = f, h } of files) before.set(r, toHex(h));
      }
      let different = 0;
      for await (const { files } of readSegments(segments, versions, afterId)) {
        for (const { f, r = f, h } of files) {
          if (before.get(r) !== toHex(h)) different += 1;
          before.delete(r);
        }
      }
      return different + before.size;
    },
    async list(versionId) {
      const listed: SegmentFile[] = [];
      for await (const { files } of readSegments(segments, versions, versionId)) listed.push(...files);
      return listed;
    },
  };
}

async function* readSegments(
  segments: Collection<Segment>,
  versions: Collection<Version>,
  versionId: string,
): AsyncGenerator<Segment> {
  const version = await versions.findOne({ _id: versionId });
  for (const segmentId of version?.segmentIds ?? []) {
    const segment = await segments.findOne({ _id: segmentId });
    if (segment !== null) yield segment;
  }
}

function writeLine({ f, r, n, s, t, h }: SegmentFile): string {
  const line = {
    fileId: f,
    name: n,
    size: s,
    type: t,
    sha256: toHex(h),
    sourceFileId: r ?? null,
    enrichment: null,
  };
  return `${JSON.stringify(line)}\n`;
}

function toHex(hash: Binary): string {
  return Buffer.from(hash.buffer).toString('hex');
}

/** Signs a link for each file with the presigner of the SDK, one after the other. */
export async function signLinks(client: S3Client, files: readonly SegmentFile[]): Promise<void> {
  for (const { f, n, t } of files) {
    const command = new GetObjectCommand({
      Bucket: 'bench',
      Key: `datasets/bench/raw/${f}`,
      ResponseContentType: t,
      ResponseContentDisposition: `attachment; filename="${n}"`,
    });
    await getSignedUrl(client, command, { expiresIn: 86_400 });
  }
}
