import { nameCharacters } from './container-reading.ts';
import type { ContainerReading } from './container-reading.ts';
import { readIsoMedia } from './read-iso-media.ts';
import { readMatroska } from './read-matroska.ts';
import { readRiff } from './read-riff.ts';
import { readSoundTexts } from './read-sound-texts.ts';

/**
 * Reads the container of a video or a recording, whichever it is by its first bytes; null for one that is not known. Texts of
 * ISO media and RIFF are kept up to `textCharacters`.
 */
export function readContainer(bytes: Uint8Array, textCharacters = nameCharacters): ContainerReading | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return (
    readRiff(buffer, textCharacters) ??
    readMatroska(buffer) ??
    readIsoMedia(buffer, textCharacters) ??
    readSoundTexts(buffer)
  );
}
