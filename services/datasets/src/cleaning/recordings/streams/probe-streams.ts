import type { SourceFile } from '../../treatment.ts';
import { limitTime } from './run-media.ts';
import type { RunMedia } from './run-media.ts';
import { createStreamCollector } from './stream-list.ts';
import type { RecordedStream } from './stream-list.ts';

/** Some 70 bytes for each packet. */
const maxPacketBytes = 2 ** 30;
/** A slow disk reads that many bytes in a second. */
const bytesPerSecond = 10 * 2 ** 20;

export const audioStream: readonly string[] = ['-map', '0:a:0'];
/** All streams that a player shows; covers, attachments and data are not among them. */
export const shownStreams: readonly string[] = ['-map', '0:V?', '-map', '0:a?', '-map', '0:s?'];

/** Reads the packets of the mapped streams without decoding them. Returns no streams for a file that FFmpeg cannot open. */
export async function probeStreams(
  run: RunMedia,
  { path, sizeBytes }: Pick<SourceFile, 'path' | 'sizeBytes'>,
  mapped: readonly string[],
): Promise<readonly RecordedStream[]> {
  const collector = createStreamCollector();
  const end = await run({
    path,
    outputs: [...mapped, '-c', 'copy', '-f', 'framecrc', 'pipe:1'],
    timeoutMs: limitTime(sizeBytes / bytesPerSecond, 1),
    maxOutputBytes: maxPacketBytes,
    keepsOutput: false,
    onOutput: (chunk) => collector.add(chunk),
  });
  return end.ok ? collector.streams() : [];
}
