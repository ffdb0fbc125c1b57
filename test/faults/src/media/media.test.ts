/** Every file of the media collection is read through the public API; photographs are compared with ExifTool. */
import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { findSharedMedia } from '@assay/test-kit/fixtures';
import { launchPlatform } from '@assay/test-kit/launched-platform';
import type { LaunchedPlatform } from '@assay/test-kit/launched-platform';
import { newProject } from '@assay/test-kit/organizations';
import { createRest } from '@assay/test-kit/rest';
import { createRandom } from '@assay/test-kit/seeded-random';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { declaredType, mediaFiles } from './collection.ts';
import type { MediaFile } from './collection.ts';
import { hasExiftool, readByExiftool } from './exiftool.ts';
import { departuresOf } from './labelled.ts';
import { send, sendAll, summaryOf, unlawfulEnd } from './send.ts';
import type { Sent } from './send.ts';

const isWhole = process.env['FAULTS'] === 'whole';
const seed = Number(process.env['SEED'] ?? randomInt(2 ** 31));
const all = mediaFiles();
const lanes = 4;
/** Of each kind, where not all are sent. */
const sampleOfKind: Readonly<Record<string, number>> = { 'camera-original': 12, innocent: 8 };
const sampleOfOthers = 4;

/** All files, or some of every kind. */
function chosen(): readonly MediaFile[] {
  if (isWhole) return all;
  const random = createRandom(seed);
  return Object.entries(Object.groupBy(all, ({ kind }) => kind)).flatMap(([kind, files = []]) =>
    random.shuffled(files).slice(0, sampleOfKind[kind] ?? sampleOfOthers),
  );
}

describe.skipIf(all.length === 0)('the media collection (needs it beside the project)', () => {
  const sent = new Map<MediaFile, Sent>();
  let platform: LaunchedPlatform;

  beforeAll(async () => {
    const variables = { RATE_LIMIT_AUTHENTICATED: '100000000', RATE_LIMIT_ORGANIZATION: '100000000' };
    platform = await launchPlatform({ servers: inject('servers'), variables });
  });
  afterAll(() => platform.stop());

  it(
    'is read: each file ends with what is in it, a reason, or a documented refusal',
    { timeout: 3_600_000 },
    async () => {
      const rest = createRest(platform.baseUrl, platform.apiKey);
      const { id: projectId } = await newProject(rest);
      const files = chosen();
      await sendAll(files, lanes, async (file) => {
        const bytes = await readFile(findSharedMedia(file.path) ?? '');
        const content = { name: file.path.replace('/', ' '), bytes, type: declaredType(file) };
        const one = await send(rest, projectId, content);
        sent.set(file, one);
        return one;
      });
      process.stdout.write(
        `seed ${seed.toString()}, ${files.length.toString()} of ${all.length.toString()} files: ${summaryOf([...sent.values()])}\n`,
      );
      const wrong = [...sent].flatMap(([file, one]) => {
        const departures = [unlawfulEnd(one), ...departuresOf(file, one)].filter(
          (each) => each !== undefined,
        );
        return departures.map((each) => `${file.path}: ${each}`);
      });
      expect(wrong).toEqual([]);
    },
  );

  it.skipIf(!hasExiftool)('shows camera, time and place as ExifTool reads them (needs exiftool)', () => {
    const photographs = [...sent].filter(
      ([{ path }, { ended }]) => path.startsWith('photos/') && ended === 'completed',
    );
    const paths = photographs.map(([{ path }]) => findSharedMedia(path) ?? '');
    const byExiftool = readByExiftool(paths);
    expect(photographs.length).toBeGreaterThan(isWhole ? 50 : 10);
    const shown = photographs.map(([{ path }, { body }]) => {
      const { captureDevice, capturedAt, capturedAtBasis, gpsCoordinates } = body.enrichment;
      return { path, captureDevice, capturedAt, capturedAtBasis, gpsCoordinates };
    });
    const expected = photographs.map(([{ path }], index) => {
      const { gpsCoordinates: place, ...read } = byExiftool.get(paths[index] ?? '') ?? {
        gpsCoordinates: undefined,
      };
      const close = (degrees: number): number => expect.closeTo(degrees, 6) as number;
      const gpsCoordinates = place && { lat: close(place.lat), lng: close(place.lng) };
      return { path, ...read, gpsCoordinates };
    });
    expect(shown).toEqual(expected);
  });
});
