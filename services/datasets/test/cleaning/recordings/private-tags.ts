import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { isOnPath } from '@assay/test-kit/tools';
import type { RecordingBench } from './recording-bench.ts';

/** Groups of the file system and of values that ExifTool computes. */
const ownGroups = /^\[(?:System|File|ExifTool|Composite)\]/u;
const privateNames =
  /Date|GPS|Location|Title|Comment|Artist|Author|Encoder|EncodedBy|EncodingTime|Software|Make|Model|Writ|Mux|HandlerDescription|Compressor|Chapter|XMP|Creat|Serial|Owner|Copyright|Keyword|Description|Name$/iu;
/** Values that say nothing, and the names that FFmpeg writes for each kind of track. */
const plainValues =
  /^(?:0000:00:00 00:00:00|(?:Video|Sound|Subtitle|Data)Handler|Lavf|avc1|hvc1|H264|FMP4|mp4v)?$/u;
/** The type of the codec, not the name of a program. */
const plainNames: ReadonlySet<string> = new Set(['CompressorID', 'VideoCodecName']);
const plainMetadata: ReadonlySet<string> = new Set([
  ...['major_brand', 'minor_version', 'compatible_brands', 'language', 'vendor_id', 'DURATION'],
]);

/** Lists the tags of a file that can name people, places, times, devices or software, as ExifTool and FFmpeg read them. */
export async function listPrivateTags(bench: RecordingBench, path: string): Promise<readonly string[]> {
  return [...(await listExifTags(path)), ...(await listMetadata(bench, path))];
}

async function listExifTags(path: string): Promise<string[]> {
  if (!isOnPath('exiftool')) return [];
  const { stdout } = await promisify(execFile)('exiftool', [
    '-G1',
    '-a',
    '-s',
    '-ee',
    '-api',
    'largefilesupport=1',
    path,
  ]);
  return stdout.split('\n').filter((line) => {
    const [, name = '', value = ''] = /^\[[^\]]*\]\s+(\S+)\s*: (.*)$/u.exec(line) ?? [];
    return (
      !ownGroups.test(line) &&
      privateNames.test(name) &&
      !plainNames.has(name) &&
      !plainValues.test(value.trim())
    );
  });
}

async function listMetadata(bench: RecordingBench, path: string): Promise<string[]> {
  const streams = ['-map', '0:v?', '-map', '0:a?', '-map', '0:s?'];
  const { output } = await bench.run(
    ...['-v', 'error', '-i', path, ...streams, '-c', 'copy', '-fflags', '+bitexact', '-f', 'ffmetadata', '-'],
  );
  return output.split('\n').filter((line) => {
    if (line.startsWith('[CHAPTER]')) return true;
    const [, name, value = ''] = /^([^;[=][^=]*)=(.*)$/u.exec(line) ?? [];
    return name !== undefined && !plainMetadata.has(name) && !plainValues.test(value);
  });
}
