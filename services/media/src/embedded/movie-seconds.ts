import { isoBoxes } from '../bytes/iso-boxes.ts';

const maxBoxes = 1_000;

/** Reads the duration that the header of an MP4 or QuickTime file states (ISO/IEC 14496-12 §8.2.2), in seconds. */
export function readMovieSeconds(video: Buffer): number | undefined {
  const movie = isoBoxes(video, { start: 0, end: video.length }, maxBoxes).find(
    ({ name }) => name === 'moov',
  );
  const header = movie && isoBoxes(video, movie, maxBoxes).find(({ name }) => name === 'mvhd');
  if (header === undefined || header.end - header.start < 32) return undefined;
  const isLong = video.readUInt8(header.start) === 1;
  const scale = video.readUInt32BE(header.start + (isLong ? 20 : 12));
  const duration = isLong
    ? Number(video.readBigUInt64BE(header.start + 24))
    : video.readUInt32BE(header.start + 16);
  const seconds = Math.round((duration / scale) * 1_000) / 1_000;
  return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined;
}
