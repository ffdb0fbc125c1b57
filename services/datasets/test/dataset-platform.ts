import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { smallPhotograph } from '@assay/test-kit/fixtures';
import { joinPlatform } from '@assay/test-kit/processes/shared-platform';
import { createRest } from '@assay/test-kit/rest';
import type { NamedBytes, Rest } from '@assay/test-kit/rest';
import { expect, vi } from 'vitest';

/** The platform that test files share, with a user of an organization of this file. */
export async function startDatasetPlatform() {
  const platform = await joinPlatform();
  const rest = createRest(platform.baseUrl, platform.apiKey);
  const photograph = await readFile(smallPhotograph());
  return {
    platform,
    rest,
    /** Creates a dataset and returns its id and its paths. */
    createDataset: (modality = 'image') => createDataset(rest, modality),
    /** Returns an image that differs from all others in bytes, but not in pixels. */
    image: (name: string): NamedBytes => ({
      name,
      bytes: withComment(photograph, name),
      type: 'image/jpeg',
    }),
    stop: () => platform.stop(),
  };
}

export type DatasetPlatform = Awaited<ReturnType<typeof startDatasetPlatform>>;

let created = 0;

async function createDataset(rest: Rest, modality: string) {
  created += 1;
  const internalId = `set-${created.toString()}-${Date.now().toString(36)}`;
  const answer = await rest.post('/v2/datasets', { name: 'Set', internalId, modality });
  expect(answer.status).toBe(201);
  const { id, rawVersionId } = answer.body as { readonly id: string; readonly rawVersionId: string };
  const path = `/v2/datasets/${id}`;
  return { id, rawVersionId, internalId, path, raw: `${path}/versions/${rawVersionId}` };
}

/** Inserts a comment segment (JPEG, section B.2.4.5) after the first marker. */
function withComment(jpeg: Buffer, text: string): Buffer {
  const comment = Buffer.from(text);
  const head = Buffer.from([0xff, 0xfe, 0, comment.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), head, comment, jpeg.subarray(2)]);
}

/** A version as tests read it. */
export interface VersionBody {
  readonly id: string;
  readonly state: string;
  readonly fileCount: number;
  readonly counts: { readonly unchanged: number; readonly changed: number; readonly removed: object } | null;
  readonly manifestSha256: string | null;
  readonly error: string | null;
  readonly files: readonly { readonly fileId: string; readonly file: { readonly name: string } }[];
}

/** Waits until the job of a version has ended, and returns the version. */
export async function awaitVersion(rest: Rest, path: string): Promise<VersionBody> {
  return vi.waitFor(
    async () => {
      const body = (await rest.get(path)).body as VersionBody;
      expect(body.state).not.toMatch(/^(cleaning|enriching)$/u);
      return body;
    },
    { timeout: 120_000, interval: 100 },
  );
}

export function sha256(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}
