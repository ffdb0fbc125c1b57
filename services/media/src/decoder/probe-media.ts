import { open } from 'node:fs/promises';
import mediaInfoFactory from 'mediainfo.js';
import { undecodable } from '../limits/undecodable-error.ts';

/** What MediaInfo says of a file or a stream, under its own names; texts and numbers come from the file and may be anything. */
export type TrackFields = Readonly<Record<string, unknown>>;

/** What the headers of an audio or video file declare. */
export interface ProbedMedia {
  readonly general: TrackFields;
  readonly video: readonly TrackFields[];
  readonly audio: readonly TrackFields[];
  readonly text: readonly TrackFields[];
}

const readAtOnceBytes = 256 * 1024;

/**
 * Reads headers, tags and tables of a file; nothing is decoded.
 * @throws UndecodableError
 */
export async function probeMedia(path: string): Promise<ProbedMedia> {
  const mediaInfo = await mediaInfoFactory({ format: 'object', full: true, chunkSize: readAtOnceBytes });
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const result = await mediaInfo.analyzeData(size, async (length, position) => {
      const { buffer, bytesRead } = await file.read(new Uint8Array(length), 0, length, position);
      return buffer.subarray(0, bytesRead);
    });
    const tracks: readonly object[] = result.media?.track ?? [];
    const ofType = (type: string): TrackFields[] =>
      tracks.map((track): TrackFields => ({ ...track })).filter((track) => track['@type'] === type);
    const [general = {}] = ofType('General');
    return { general, video: ofType('Video'), audio: ofType('Audio'), text: ofType('Text') };
  } catch (cause) {
    throw undecodable(cause);
  } finally {
    await file.close();
    mediaInfo.close();
  }
}

/** A positive finite number; undefined for everything else. */
export function numberOf(track: TrackFields | undefined, name: string): number | undefined {
  const value = Number(track?.[name] ?? Number.NaN);
  return Number.isFinite(value) && value > 0 ? value : undefined;
}

/** A text of a file on one line; undefined where there is none. */
export function textOf(track: TrackFields | undefined, name: string): string | undefined {
  return cleanText(track?.[name]);
}

const maxTextLength = 500;

/** A text or number as one line of text without control characters; undefined for an empty one. */
export function cleanText(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const cleaned = asUtf8(String(value))
    .replace(/[\p{C}\p{Zl}\p{Zp}\uFFFD]+/gu, ' ')
    .trim();
  return cleaned === '' ? undefined : cleaned.slice(0, maxTextLength);
}

/** RIFF does not say how its texts are encoded; what was read as Latin-1 and is valid UTF-8 is UTF-8. */
function asUtf8(text: string): string {
  if (!/[\x80-\xff]/u.test(text) || /[^\x00-\xff]/u.test(text)) return text;
  const decoded = Buffer.from(text, 'latin1').toString('utf8');
  return decoded.includes('\uFFFD') ? text : decoded;
}

/** The members that are there, so that what is not known is absent. */
export function known<Members extends object>(
  members: Members,
): { readonly [Name in keyof Members]?: Exclude<Members[Name], undefined> } {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Name in keyof Members]?: Exclude<Members[Name], undefined> };
}
