import { codecWhitelist } from './codec-whitelist.ts';
import { maxImagePixels } from '../limits/image-limits.ts';
import { maxPosterSide } from './media-decoder.ts';

/** Frames among which the most representative is taken. */
const posterCandidates = 12;

/**
 * Without the lists a text file named .mp4 is opened as a playlist of other files and addresses; without the limit of pixels a header of a
 * few bytes claims gigabytes.
 */
export const input = (path: string, maxPixels = 33_554_432): string[] => [
  ...['-threads', '1', '-max_pixels', String(maxPixels), '-protocol_whitelist', 'file'],
  ...['-format_whitelist', 'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,mp3,wav,ogg,flac,aac'],
  ...['-codec_whitelist', codecWhitelist],
  ...['-i', `file:${path}`],
];
export const quiet = ['-hide_banner', '-nostdin', '-nostats', '-filter_threads', '1'];
/** Tells on the standard output, in lines of `name=value`, how far it came. */
const progress = ['-progress', 'pipe:1', '-f', 'null', '-'];

/** Decodes the first audio stream; its time is counted in samples and not taken from time stamps. */
export const decodeAudio = (path: string): string[] => [
  ...[...quiet, '-v', 'info', ...input(path), '-map', '0:a:0'],
  ...['-af', 'asetpts=N/SR/TB,ebur128=framelog=verbose', ...progress],
];

/** Decodes the first key frames to grey squares, one behind the other. */
export const decodeKeyFrames = (
  path: string,
  { side: squareSide, maxFrames }: { readonly side: number; readonly maxFrames: number },
): string[] => [
  ...[...quiet, '-v', 'error', '-skip_frame', 'nokey', ...input(path), '-map', '0:v:0'],
  ...['-frames:v', String(maxFrames), '-fps_mode', 'passthrough', '-threads', '1'],
  ...['-vf', `scale=${String(squareSide)}:${String(squareSide)}:flags=area,format=gray`],
  ...['-c:v', 'rawvideo', '-f', 'rawvideo', 'pipe:1'],
];

/** Reads the packets of the first streams, without decoding them; `0:a:0?` is a stream that may be missing. */
export const readPackets = (path: string, streams: readonly string[]): string[] => [
  ...[...quiet, '-v', 'error', ...input(path), ...streams.flatMap((stream) => ['-map', stream])],
  ...['-c', 'copy', ...progress],
];

const side = (length: 'iw*sar' | 'ih'): string =>
  `2*max(1,trunc(${length}*min(1,${String(maxPosterSide)}/max(iw*sar,ih))/2))`;

/** Writes the first sound as WAV: one channel, 16 bits, at its own rate. */
export const extractAudio = (path: string, { maxSeconds }: { readonly maxSeconds: number }): string[] => [
  ...[...quiet, '-v', 'error', ...input(path), '-map', '0:a:0', '-t', String(maxSeconds)],
  ...['-ac', '1', '-c:a', 'pcm_s16le', '-f', 'wav', 'pipe:1'],
];

/** Writes the first pictures as bytes of grey, row by row and frame by frame, each squeezed into one size. */
export const extractFrames = (
  path: string,
  {
    width,
    height,
    maxFrames,
  }: { readonly width: number; readonly height: number; readonly maxFrames: number },
): string[] => [
  ...[...quiet, '-v', 'error', ...input(path), '-map', '0:v:0', '-frames:v', String(maxFrames)],
  ...['-vf', `scale=${String(width)}:${String(height)}:flags=area,format=gray`],
  ...['-fps_mode', 'passthrough', '-threads', '1', '-c:v', 'rawvideo', '-f', 'rawvideo', 'pipe:1'],
];

/** Writes a line of times, size and flags for each packet of the first pictures and the first sound. */
export const extractPackets = (path: string): string[] => [
  ...[...quiet, '-v', 'error', ...input(path), '-map', '0:v:0?', '-map', '0:a:0?'],
  ...['-c', 'copy', '-f', 'framecrc', 'pipe:1'],
];

/** Writes one frame at or after a time as JPEG to the standard output. */
export const takePoster = (path: string, atSeconds: number): string[] => [
  ...[...quiet, '-v', 'error', '-ss', atSeconds.toFixed(3), ...input(path), '-map', '0:v:0'],
  ...[
    '-vf',
    `scale=w='${side('iw*sar')}':h='${side('ih')}',setsar=1,thumbnail=n=${String(posterCandidates)}`,
  ],
  ...['-frames:v', '1', '-fps_mode', 'passthrough', '-threads', '1'],
  ...['-c:v', 'mjpeg', '-pix_fmt', 'yuvj420p', '-q:v', '3', '-f', 'image2pipe', 'pipe:1'],
];

/** Writes a still image, upright and reduced, as JPEG to the standard output. Without `-map`, images of tiles are put together. */
export const reduceImage = (path: string): string[] => [
  ...[...quiet, '-v', 'error', ...input(path, maxImagePixels), '-an'],
  ...['-vf', `scale=w='${side('iw*sar')}':h='${side('ih')}':flags=area,setsar=1`],
  ...['-frames:v', '1', '-threads', '1'],
  ...['-c:v', 'mjpeg', '-pix_fmt', 'yuvj420p', '-q:v', '2', '-f', 'image2pipe', 'pipe:1'],
];
