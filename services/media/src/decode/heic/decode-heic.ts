import { readFile } from 'node:fs/promises';
import type { HeifPixels, Libheif } from 'libheif-js/wasm-bundle.js';
import { assertDecodableSize, maxImagePixels, maxWholePixels } from '../../limits/image-limits.ts';
import { undecodable, UndecodableError } from '../../limits/undecodable-error.ts';
import { readHeifItems } from '../../heif/read-items.ts';
import { assertTiles } from './assert-tiles.ts';
import { readHevcBits } from './read-hevc-bits.ts';
import { readHeicGrid } from './read-heic-grid.ts';
import type { HeicGrid } from './read-heic-grid.ts';

/** RGB, 8 bits a channel, row by row. */
export interface HeicPixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/**
 * Decodes a HEIC file. The decoder holds ten bytes for each pixel that it decodes at once, so that an image above {@link maxWholePixels} is decoded
 * tile by tile, as telephones store it.
 * @param maxWhole less than {@link maxWholePixels} only in tests
 * @throws UndecodableError
 */
export async function decodeHeic(path: string, maxWhole = maxWholePixels): Promise<HeicPixels> {
  const file = await readFile(path);
  // Loading it compiles 1.4 MB of wasm, which most children never need.
  const { default: libheif } = await import('libheif-js/wasm-bundle.js');
  await libheif.ready;
  const context = libheif.heif_context_alloc();
  try {
    const { code, message } = libheif.heif_context_read_from_memory(context, file);
    if (code.value !== 0) throw new Error(message);
    const [itemId] = libheif.heif_js_context_get_list_of_top_level_image_IDs(context);
    if (itemId === undefined) throw new Error('it holds no image');
    return decodeItem({ libheif, context }, { file, itemId, maxWhole });
  } catch (cause) {
    throw undecodable(cause);
  } finally {
    libheif.heif_context_free(context);
  }
}

interface Opened {
  readonly libheif: Libheif;
  readonly context: object;
}

interface DecodedItem {
  readonly file: Buffer;
  readonly itemId: number;
  readonly maxWhole: number;
}

function decodeItem(opened: Opened, { file, itemId, maxWhole }: DecodedItem): HeicPixels {
  const { width, height } = readSize(opened, itemId);
  const meta = readHeifItems(file);
  assertTiles(file, meta, itemId);
  const limit = readHevcBits(file, meta, itemId) > 8 ? maxWhole * deepShare : maxWhole;
  if (width * height > limit) {
    const grid = readHeicGrid(file, meta, itemId);
    assertDecodableSize(width, height, grid === null ? limit : maxImagePixels);
    if (grid !== null) return decodeTiles(opened, grid, { width, height });
  }
  return decode(opened, itemId, (pixels) => {
    // The memory of the decoder is used again for the next image.
    const data = new Uint8Array(width * height * 3);
    if (pixels.width !== width || pixels.height !== height) throw disagree();
    copyRows(pixels, data);
    return { width, height, data };
  });
}

/** The decoder holds 14 bytes for each pixel of 10 bits, instead of 10. */
const deepShare = 0.75;

interface ImageSize {
  readonly width: number;
  readonly height: number;
}

function readSize(opened: Opened, itemId: number): ImageSize {
  const { libheif } = opened;
  return withHandle(opened, itemId, (handle) => ({
    width: libheif.heif_image_handle_get_width(handle),
    height: libheif.heif_image_handle_get_height(handle),
  }));
}

function withHandle<T>({ libheif, context }: Opened, itemId: number, use: (handle: object) => T): T {
  const handle = libheif.heif_js_context_get_image_handle(context, itemId);
  if ('code' in handle) throw disagree();
  try {
    return use(handle);
  } finally {
    libheif.heif_image_handle_release(handle);
  }
}

function decode<T>(opened: Opened, itemId: number, use: (pixels: HeifPixels) => T): T {
  const { libheif } = opened;
  return withHandle(opened, itemId, (handle) => {
    const pixels = libheif.heif_js_decode_image2(
      handle,
      libheif.heif_colorspace.heif_colorspace_RGB,
      libheif.heif_chroma.heif_chroma_interleaved_RGB,
    );
    if ('code' in pixels) throw new Error(pixels.message);
    try {
      return use(pixels);
    } finally {
      libheif.heif_image_release(pixels.image);
    }
  });
}

function disagree(): UndecodableError {
  return new UndecodableError('the file could not be decoded: its header and its image disagree');
}

/** Decodes the tiles one after the other into an image that is turned as it is displayed. */
function decodeTiles(opened: Opened, { tileIds, rotation }: HeicGrid, size: ImageSize): HeicPixels {
  const data = new Uint8Array(size.width * size.height * 3);
  const isUpright = rotation % 2 === 0;
  const stored = isUpright ? size : { width: size.height, height: size.width };
  let tile: ImageSize | undefined;
  for (const [index, itemId] of tileIds.entries()) {
    decode(opened, itemId, (pixels) => {
      tile ??= { width: pixels.width, height: pixels.height };
      const columns = Math.ceil(stored.width / tile.width);
      const isWhole = columns * Math.ceil(stored.height / tile.height) === tileIds.length;
      if (!isWhole || pixels.width !== tile.width || pixels.height !== tile.height) throw disagree();
      const left = (index % columns) * tile.width;
      const top = Math.floor(index / columns) * tile.height;
      placeTile(pixels, { data, stored, left, top, rotation });
    });
  }
  return { ...size, data };
}

interface Placing {
  readonly data: Uint8Array;
  /** The size of the image before it is turned. */
  readonly stored: ImageSize;
  readonly left: number;
  readonly top: number;
  readonly rotation: number;
}

/** Copies the pixels of a tile to where they are displayed. The last tiles reach beyond the edges. */
function placeTile({ channels: [channel], ...tile }: HeifPixels, placing: Placing): void {
  const { data, stored, left, top, rotation } = placing;
  if (channel === undefined) throw disagree();
  const width = Math.min(tile.width, stored.width - left);
  const height = Math.min(tile.height, stored.height - top);
  const { origin, perColumn, perRow } = findSteps(stored, rotation);
  for (let y = 0; y < height; y += 1) {
    let from = y * channel.stride;
    let to = origin + (top + y) * perRow + left * perColumn;
    for (let x = 0; x < width; x += 1) {
      data[to] = channel.data[from] ?? 0;
      data[to + 1] = channel.data[from + 1] ?? 0;
      data[to + 2] = channel.data[from + 2] ?? 0;
      from += 3;
      to += perColumn;
    }
  }
}

/** Returns the place of the first stored pixel in the turned image, and the bytes to the next one in its row and in its column. */
function findSteps({ width, height }: ImageSize, rotation: number) {
  const bytes = 3;
  switch (rotation) {
    case 1:
      return { origin: (width - 1) * height * bytes, perColumn: -height * bytes, perRow: bytes };
    case 2:
      return { origin: (width * height - 1) * bytes, perColumn: -bytes, perRow: -width * bytes };
    case 3:
      return { origin: (height - 1) * bytes, perColumn: height * bytes, perRow: -bytes };
    default:
      return { origin: 0, perColumn: bytes, perRow: width * bytes };
  }
}

function copyRows({ width, height, channels: [channel] }: HeifPixels, data: Uint8Array): void {
  if (channel === undefined) throw disagree();
  const { stride, data: source } = channel;
  const rowBytes = width * 3;
  for (let row = 0; row < height; row += 1)
    data.set(source.subarray(row * stride, row * stride + rowBytes), row * rowBytes);
}
