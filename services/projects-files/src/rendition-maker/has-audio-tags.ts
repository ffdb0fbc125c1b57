import { createReadStream } from 'node:fs';

/** Headers of ID3v2 (version 2 to 4), APEv2 and Lyrics3. */
const tagHeader = /ID3[\x02-\x04]\x00|APETAGEX|LYRICSBEGIN/u;
const longestHeader = 'LYRICSBEGIN'.length;
/** An ID3v1 tag is at the end of a file. */
const id3v1Bytes = 128;

/**
 * Returns true if tags are in the file. FFmpeg takes tags before other tags at the end of an MP3 or a FLAC file for audio, and copies
 * them.
 */
export async function hasAudioTags(path: string): Promise<boolean> {
  let end = '';
  for await (const chunk of createReadStream(path, { encoding: 'latin1', highWaterMark: 1 << 20 })) {
    const piece = end + String(chunk);
    if (tagHeader.test(piece)) return true;
    end = piece.slice(-id3v1Bytes - longestHeader);
  }
  return end.slice(-id3v1Bytes).startsWith('TAG');
}
