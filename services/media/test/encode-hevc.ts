import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { takeHevc } from './build-heif.ts';
import type { BuiltItem } from './build-heif.ts';

/** Encodes a test image with HEVC by FFmpeg, for an item of a HEIC file. */
export async function encodeHevc(
  ffmpegPath: string,
  [width, height]: readonly [number, number],
  bits: 8 | 10 = 8,
): Promise<Pick<BuiltItem, 'type' | 'data' | 'properties'>> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-hevc-'));
  const path = join(folder, 'image.mp4');
  const source = ['-f', 'lavfi', '-i', 'testsrc2=size=640x480', '-frames:v', '1'];
  const format = bits === 8 ? 'yuv420p' : 'yuv420p10le';
  const coding = [
    '-c:v',
    'libx265',
    '-preset',
    'ultrafast',
    '-tag:v',
    'hvc1',
    '-x265-params',
    'log-level=none:info=0',
  ];
  const scale = ['-vf', `scale=${String(width)}:${String(height)}`, '-pix_fmt', format];
  try {
    await promisify(execFile)(ffmpegPath, ['-v', 'error', ...source, ...scale, ...coding, '-y', path]);
    return takeHevc(await readFile(path), [width, height]);
  } finally {
    await rm(folder, { recursive: true });
  }
}
