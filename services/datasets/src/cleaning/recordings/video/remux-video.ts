import { seekableOutput } from '@assay/media/decoder/media-program';
import type { SourceFile } from '../../treatment.ts';
import { shownStreams } from '../streams/probe-streams.ts';
import { limitTime } from '../streams/run-media.ts';
import type { RunMedia } from '../streams/run-media.ts';
import { readIndexBytes } from './iso-parts.ts';
import type { ContainerParts } from './container-parts.ts';

/** A slow disk copies so many bytes in a second. */
const bytesPerSecond = 5 * 2 ** 20;
const maxMetadataBytes = 2 ** 20;
const spareBytes = 16 * 2 ** 20;
const emptyBoxBytes = 8;
/** Languages that QuickTime names by their bibliographic codes (QuickTime File Format, "Language code values"). */
const quickTimeLanguages: Readonly<Record<string, string>> = {
  deu: 'ger',
  nld: 'dut',
  ell: 'gre',
  isl: 'ice',
  zho: 'chi',
  sqi: 'alb',
};
/** ISO 639-2 or a tag of BCP 47. */
const languageTag = /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/u;

/**
 * Copies the packets of all shown streams into a new container that has no metadata but the languages, and what describes the images:
 * rotation, colour, aspect ratio. Returns false if FFmpeg cannot, or if a packet is not the same afterwards.
 */
export async function remuxVideo(
  run: RunMedia,
  file: Pick<SourceFile, 'path' | 'sizeBytes'>,
  { container, outputPath }: { readonly container: ContainerParts; readonly outputPath: string },
): Promise<boolean> {
  const timeoutMs = limitTime(file.sizeBytes / bytesPerSecond, 1);
  const languages = (await readLanguages(run, file.path, timeoutMs)).map(
    ([stream, language]): [number, string] => [
      stream,
      (container.muxer === 'mov' ? quickTimeLanguages[language] : undefined) ?? language,
    ],
  );
  const write = async (muxerOptions: readonly string[]): Promise<boolean> => {
    const end = await run({
      path: file.path,
      outputPath,
      timeoutMs,
      outputs: [
        ...[
          ...shownStreams,
          '-c',
          'copy',
          '-map_metadata',
          '-1',
          '-map_metadata:s',
          '-1',
          '-map_chapters',
          '-1',
        ],
        ...languages.flatMap(([stream, language]) => [
          `-metadata:s:${String(stream)}`,
          `language=${language}`,
        ]),
        // Spherical and Dolby Vision descriptions count as unofficial.
        ...['-fflags', '+bitexact', '-flags', '+bitexact', '-strict', 'unofficial', ...muxerOptions],
        ...['-f', container.muxer, ...seekableOutput],
      ],
      maxOutputBytes: file.sizeBytes * 1.1 + spareBytes,
    });
    return end.ok && end.exitCode === 0;
  };
  if (!(await write([]))) return false;
  if (container.hasLeadingIndex && !(await writeIndexFirst(write, outputPath))) return false;
  const before = await hashStreams(run, file.path, timeoutMs);
  const after = await hashStreams(run, outputPath, timeoutMs);
  return before !== undefined && before === after;
}

/** Writes a second time, with the index in front. FFmpeg must know its size, and fills the rest with an empty box. */
async function writeIndexFirst(
  write: (muxerOptions: readonly string[]) => Promise<boolean>,
  outputPath: string,
): Promise<boolean> {
  const index = await readIndexBytes(outputPath);
  return index === undefined || write(['-moov_size', String(index + emptyBoxBytes)]);
}

/** The streams with a language, by their places in the output. */
async function readLanguages(run: RunMedia, path: string, timeoutMs: number): Promise<[number, string][]> {
  const end = await run({
    path,
    timeoutMs,
    maxOutputBytes: maxMetadataBytes,
    outputs: [...shownStreams, '-c', 'copy', '-t', '0', '-f', 'ffmetadata', 'pipe:1'],
  });
  if (!end.ok || end.exitCode !== 0) return [];
  const sections = end.output.toString('utf8').split(/^\[(?=STREAM\]|CHAPTER\])/mu);
  return sections
    .filter((section) => section.startsWith('STREAM]'))
    .flatMap((section, stream): [number, string][] => {
      const language = /^language=(.+)$/mu.exec(section)?.[1] ?? 'und';
      return language !== 'und' && languageTag.test(language) ? [[stream, language]] : [];
    });
}

/** Hashes the packets of each shown stream, a line for each; undefined if they cannot be read. */
export async function hashStreams(
  run: RunMedia,
  path: string,
  timeoutMs: number,
): Promise<string | undefined> {
  const end = await run({
    path,
    timeoutMs,
    maxOutputBytes: 65_536,
    outputs: [...shownStreams, '-c', 'copy', '-f', 'streamhash', '-hash', 'sha256', 'pipe:1'],
  });
  return end.ok && end.exitCode === 0 ? end.output.toString('latin1') : undefined;
}
