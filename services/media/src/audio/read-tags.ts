import { parseFile } from 'music-metadata';
import type { ICommonTagsResult } from 'music-metadata';
import { cleanText, known } from '../decoder/probe-media.ts';
import { readOggFlacTags } from './ogg-flac-tags.ts';

/** What a recording says of itself; all of it may be false. Absent keys are not known. */
export type MediaTags = Readonly<Record<string, string>>;

/**
 * The tags of an audio file. MediaInfo is not asked for them: its WebAssembly keeps one byte of each UTF-16 character, as ID3v2.3 has them.
 * What cannot be read is left out.
 */
export async function readTags(path: string): Promise<MediaTags> {
  const read = await parseFile(path, { skipCovers: true, duration: false }).catch(() => undefined);
  const tags = read === undefined ? {} : textsOf(read.common);
  const isOggFlac = read?.format.container === 'Ogg' && read.format.codec === 'FLAC';
  return isOggFlac ? { ...(await readFlacTags(path)), ...tags } : tags;
}

/** The names of tags in Vorbis comments. */
const commentNames: Readonly<Record<string, string>> = {
  title: 'TITLE',
  artist: 'ARTIST',
  album: 'ALBUM',
  albumArtist: 'ALBUMARTIST',
  composer: 'COMPOSER',
  track: 'TRACKNUMBER',
  disc: 'DISCNUMBER',
  genre: 'GENRE',
  date: 'DATE',
  comment: 'COMMENT',
  description: 'DESCRIPTION',
  copyright: 'COPYRIGHT',
  publisher: 'LABEL',
};

async function readFlacTags(path: string): Promise<MediaTags> {
  const values = await readOggFlacTags(path);
  const texts = Object.entries(commentNames).map(
    ([name, key]) => [name, joinTexts(values.get(key))] as const,
  );
  return cleanTags(Object.fromEntries(texts));
}

function textsOf(common: ICommonTagsResult): MediaTags {
  const texts: Record<string, string | number | undefined | null> = {
    title: common.title,
    artist: joinTexts(common.artists) ?? common.artist,
    album: common.album,
    albumArtist: common.albumartist,
    composer: joinTexts(common.composer),
    track: common.track.no,
    disc: common.disk.no,
    genre: joinTexts(common.genre),
    date: common.date ?? common.year,
    comment: common.comment?.map(({ text = '' }) => text).find((text) => text !== ''),
    description: common.description?.[0],
    lyrics: common.lyrics?.[0]?.text,
    copyright: common.copyright,
    publisher: joinTexts(common.label),
    language: common.language,
    encodedBy: common.encodedby,
    encoderSettings: common.encodersettings,
  };
  return cleanTags(texts);
}

function cleanTags(texts: Readonly<Record<string, string | number | undefined | null>>): MediaTags {
  const cleaned = Object.entries(texts).map(([name, value]) => [name, cleanText(value)]);
  return known(Object.fromEntries(cleaned) as Record<string, string | undefined>) as MediaTags;
}

function joinTexts(texts: readonly string[] | undefined): string | undefined {
  return texts === undefined || texts.length === 0 ? undefined : texts.join(', ');
}
