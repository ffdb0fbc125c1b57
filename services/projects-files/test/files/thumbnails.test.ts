import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OutgoingCall } from '@assay/chassis/call-context';
import { newId } from '@assay/chassis/ids';
import { EnrichmentStatus } from '@assay/proto/files/v1/file';
import { DeletionAnswer } from '@assay/proto/files/v1/files_service';
import { eventually } from '@assay/test-kit/eventually';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { callBy } from '@assay/test-kit/test-platform';
import { image, wav } from '../content.ts';
import type { Started } from '../start.ts';
import { startWithProject } from '../started-project.ts';
import type { StartedProject } from '../started-project.ts';

let running: Started;
let call: OutgoingCall;
let store: StartedProject['store'];
let becomes: StartedProject['becomes'];
beforeAll(async () => {
  ({ running, call, store, becomes } = await startWithProject());
});
afterAll(() => running.stop());

const enriched = async (bytes: Uint8Array) => becomes(await store(bytes), EnrichmentStatus.COMPLETED);
const link = (fileId: string, by = call) => running.files.createThumbnailLink(by, { fileId });

describe('the thumbnail of an image', () => {
  it('is there once it is read, by a link, and goes with the file', async () => {
    const file = await enriched(await image('jpeg', 1_024, 512));
    expect(file).toMatchObject({
      thumbnail: { mimeType: 'image/webp', width: 512, height: 256 },
      placeholder: expect.stringMatching(/^data:image\/webp;base64,/u),
    });
    const { presignedUrl } = await link(file.id);
    const response = await fetch(presignedUrl?.url ?? '');
    expect(response.headers.get('content-type')).toBe('image/webp');
    expect(
      Buffer.from(await response.arrayBuffer())
        .subarray(8, 12)
        .toString(),
    ).toBe('WEBP');
    await running.files.deleteFile(call, { fileId: file.id, answer: DeletionAnswer.UNSPECIFIED });
    await eventually(async () => {
      expect(await running.storage.head(`${file.storageKey}.thumbnail`)).toBeUndefined();
    });
  });

  it('is not there for sound', async () => {
    const file = await enriched(wav());
    expect(file).toMatchObject({ thumbnail: undefined, placeholder: undefined });
    expect(await catchRefusal(link(file.id))).toMatchObject({
      status: 'NOT_FOUND',
      reason: 'THUMBNAIL_NOT_FOUND',
    });
  });

  it('of another organization is not found, as one of no file', async () => {
    const { id } = await enriched(await image('png'));
    const missing = await catchRefusal(link(newId()));
    expect(missing).toMatchObject({ status: 'NOT_FOUND', reason: 'FILE_NOT_FOUND' });
    expect(await catchRefusal(link(id, callBy()))).toEqual(missing);
  });
});
