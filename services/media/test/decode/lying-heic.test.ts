import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createEnrichmentPool } from '../../src/enrich/enrichment-pool.ts';
import type { ImageReading } from '../../src/enrich/enrichment.ts';
import type { JobResult } from '../../src/isolate/job-types.ts';
import { UndecodableError } from '../../src/limits/undecodable-error.ts';
import { stripMetadata } from '../../src/strip/strip-metadata.ts';
import { buildHeif, gridData, sizeProperty } from '../build-heif.ts';
import type { BuiltItem } from '../build-heif.ts';
import { encodeHevc } from '../encode-hevc.ts';

const { ffmpegPath } = inject('servers');
const signal = new AbortController().signal;
const side = 64;

type Tile = Pick<BuiltItem, 'type' | 'data' | 'properties'>;

describe.skipIf(ffmpegPath === undefined)('a HEIC whose tiles lie (needs FFmpeg)', () => {
  const pool = createEnrichmentPool({ size: 1 });
  let folder: string;
  let tile: Tile;
  let otherTile: Tile;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-lying-'));
    tile = await encodeHevc(ffmpegPath ?? '', [side, side]);
    otherTile = await encodeHevc(ffmpegPath ?? '', [128, 32]);
  });
  afterAll(async () => {
    await pool.close();
    await rm(folder, { recursive: true });
  });

  /** An image of rows and columns of tiles, of which single ones can be others. */
  function build(
    rows: number,
    columns: number,
    changes: { grid?: Partial<BuiltItem>; tiles?: Readonly<Record<number, Partial<BuiltItem>>> } = {},
  ): Buffer {
    const size = [columns * side, rows * side] as const;
    const ids = Array.from({ length: rows * columns }, (_, index) => index + 2);
    const grid: BuiltItem = {
      id: 1,
      type: 'grid',
      data: gridData(Math.min(rows, 256), Math.min(columns, 256), size),
      properties: [sizeProperty(...size)],
      references: [{ type: 'dimg', to: ids }],
      ...changes.grid,
    };
    return buildHeif({
      brand: 'heic',
      items: [grid, ...ids.map((id) => ({ id, ...tile, ...changes.tiles?.[id] }))],
    });
  }

  async function read(bytes: Uint8Array): Promise<JobResult<ImageReading>> {
    const path = join(folder, 'lying.heic');
    await writeFile(path, bytes);
    return pool.run('enrichImage', { path, mimeType: 'image/heic' }, { signal });
  }

  it('is decoded if they are right, also if two share their data', async () => {
    const result = await read(build(2, 3));
    expect(result).toMatchObject({ ok: true, value: { thumbnail: { width: 192, height: 128 } } });
    const bytes = build(2, 3);
    const shared = build(2, 3, {
      tiles: { 3: { extents: [[bytes.length - (tile.data?.length ?? 0), tile.data?.length ?? 0]] } },
    });
    expect(await read(shared)).toMatchObject({ ok: true });
  });

  const cases: readonly (readonly [string, () => Buffer])[] = [
    [
      'states more rows than it has tiles',
      () => build(2, 3, { grid: { data: gridData(4, 3, [192, 256]), properties: [sizeProperty(192, 256)] } }),
    ],
    [
      'states another size than its tiles have',
      () => build(2, 3, { grid: { data: gridData(2, 3, [900, 900]), properties: [sizeProperty(900, 900)] } }),
    ],
    ['has no data of a tile', () => build(2, 3, { tiles: { 4: { data: new Uint8Array() } } })],
    ['has a tile of another size', () => build(2, 3, { tiles: { 4: otherTile } })],
    [
      'has a tile behind the end of the file',
      () => build(2, 3, { tiles: { 4: { extents: [[900_000_000, 5_000]] } } }),
    ],
    [
      'has a tile that reaches beyond the end',
      () => build(2, 3, { tiles: { 4: { extents: [[300, 0xfffffff0]] } } }),
    ],
    [
      'names tiles that are not there',
      () => build(2, 3, { grid: { references: [{ type: 'dimg', to: [2, 3, 4, 5, 6, 900] }] } }),
    ],
    [
      'is a tile of itself',
      () => build(2, 3, { grid: { references: [{ type: 'dimg', to: [2, 3, 4, 5, 6, 1] }] } }),
    ],
    [
      'has a tile that is made of it',
      () =>
        build(2, 3, {
          tiles: {
            4: {
              type: 'grid',
              data: gridData(1, 1, [64, 64]),
              properties: [sizeProperty(64, 64)],
              references: [{ type: 'dimg', to: [1] }],
            },
          },
        }),
    ],
    [
      'is derived from itself by two steps',
      () =>
        build(1, 1, {
          tiles: {
            2: {
              type: 'iden',
              data: new Uint8Array(),
              properties: [sizeProperty(64, 64)],
              references: [{ type: 'dimg', to: [1] }],
            },
          },
        }),
    ],
  ];

  it.each(cases)('that %s is described in bounded time, and its pixels are not', async (_case, make) => {
    const bytes = make();
    expect(summarize(await read(bytes))).toMatch(/^(?:The pixels were not examined: .+|undecodable)$/);
    expect(tryStrip(bytes)).toBe(true);
  });

  it.each([
    [100, 100],
    [200, 50],
  ])('of %i times %i tiles is refused within the limits of a child', async (rows, columns) => {
    expect(summarize(await read(build(rows, columns)))).toBe('undecodable');
  });
});

function summarize(result: JobResult<ImageReading>): string {
  if (!result.ok) return result.code;
  const { thumbnail, enrichment } = result.value;
  return thumbnail === undefined ? (enrichment.notes ?? []).join(' ') : 'it has a thumbnail';
}

/** True if the file is followed or refused. */
function tryStrip(bytes: Uint8Array): boolean {
  try {
    stripMetadata(bytes, 'image/heic');
    return true;
  } catch (error) {
    return error instanceof UndecodableError;
  }
}
