import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Groups of exiftool that describe pixels, colours, resolution or the tool itself. */
const technicalGroups =
  /^(ExifTool|System|File|Composite|JFIF|ICC[-_].*|Adobe|RIFF|GIF|PNG|PNG-pHYs|PNG-cICP)$/u;
/** Tags of these groups that name a person, a place, a time, a device or a program. */
const personalTags =
  /comment|author|artist|creator|copyright|software|gps|serial|owner|title|description|date|thumbnail|preview/iu;
const orientationTags = ['IFD0:Orientation', 'File:ExifByteOrder'];
const maxOutputBytes = 2 ** 28;

/**
 * Lists the tags that exiftool finds in image files and that are neither technical nor an orientation, each once.
 * @param paths at least one
 */
export async function listPersonalTags(paths: readonly string[]): Promise<readonly string[]> {
  const args = ['-j', '-G1', '-a', '-u', '-ee', ...paths];
  const { stdout } = await run('exiftool', args, { maxBuffer: maxOutputBytes });
  const files = JSON.parse(stdout) as Record<string, unknown>[];
  return [...new Set(files.flatMap((tags) => Object.keys(tags)))].filter(isPersonal);
}

function isPersonal(tag: string): boolean {
  const [group = '', name = ''] = tag.split(':');
  if (tag === 'SourceFile' || orientationTags.includes(tag)) return false;
  if (!technicalGroups.test(group)) return true;
  return !/^(System|File|ExifTool|ICC)/u.test(group) && personalTags.test(name);
}
