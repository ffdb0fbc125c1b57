import { parseFile } from 'music-metadata';
import type { ICommonTagsResult } from 'music-metadata';
import { cleanText, known } from '../decoder/probe-media.ts';

/** What a recording says of itself; all of it may be false. Absent keys are not known. */
export type MediaTags = Readonly<Record<string, string>>;

/**
 * The tags of an audio file. MediaInfo is not asked for them: its WebAssembly keeps one byte of each UTF-16 character, as ID3v2.3 has them.
 * What cannot be read is left out.
 */
export async function readTags(path: string): Promise<MediaTags> {
  const read = await parseFile(path, { skipCovers: true, duration: false }).catch(() => undefined);
  return read === undefined ? {} : textsOf(read.common);
}

function textsOf(common: ICommonTagsResult): MediaTags {
  const texts: Record<string, string | number | undefined | null> = {
    title: common.title,
    artist: common.artist,
    album: common.album,
    albumArtist: common.albumartist,
    composer: common.composer?.join(', '),
    track: common.track.no,
    disc: common.disk.no,
    genre: common.genre?.join(', '),
    date: common.date ?? common.year,
    comment: common.comment?.map(({ text = '' }) => text).find((text) => text !== ''),
    description: common.description?.[0],
    lyrics: common.lyrics?.[0]?.text,
    copyright: common.copyright,
    publisher: common.label?.join(', '),
    language: common.language,
    encodedBy: common.encodedby,
    encoderSettings: common.encodersettings,
  };
  const cleaned = Object.entries(texts).map(([name, value]) => [name, cleanText(value)]);
  return known(Object.fromEntries(cleaned) as Record<string, string | undefined>) as MediaTags;
}
