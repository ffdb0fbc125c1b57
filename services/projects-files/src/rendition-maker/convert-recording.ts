import { seekableOutput } from '@assay/media/decoder/media-program';
import type { MediaProgram } from '@assay/media/decoder/media-program';
import type { JobFailure, JobResult } from '@assay/media/isolate/job-types';
import { minutes, seconds } from '@assay/chassis/units';
import type { RenditionContent } from '../domain/work-file/rendition.ts';
import { hasAudioTags } from './has-audio-tags.ts';
import { chooseFormats } from './recording-formats.ts';
import type { RecordingFormat } from './recording-formats.ts';
import { readCodecs, unreadable } from './recording-streams.ts';
import type { RenditionSource } from './rendition-source.ts';

/** Below the age from which temporary folders count as abandoned. */
const maxConversionMs = minutes(8);
const maxProbeMs = seconds(60);
const spareBytes = 64 * 2 ** 20;
const maxGrowth = 4;

/** FFmpeg, or the reason for people why it does not run here. */
export type FoundProgram =
  | { readonly isAvailable: true; readonly program: MediaProgram }
  | { readonly isAvailable: false; readonly reason: string };

export interface ConversionLimits {
  readonly maxRssBytes: number;
  readonly signal: AbortSignal;
}

/**
 * Writes the first video and the first audio of a recording without metadata, chapters and other streams. Codecs that browsers play
 * are copied; others are encoded as H.264 of at most 1,280 pixels and AAC.
 */
export async function convertRecording(
  found: FoundProgram,
  { path, outputPath, mimeType, sizeBytes }: RenditionSource,
  limits: ConversionLimits,
): Promise<JobResult<RenditionContent>> {
  if (!found.isAvailable)
    return { ok: false, code: 'undecodable', reason: `recordings cannot be converted: ${found.reason}` };
  const { program } = found;
  const codecs = await readCodecs(program, { path, timeoutMs: maxProbeMs, ...limits });
  if (!codecs.ok) return codecs;
  let failure: JobFailure = unreadable;
  for (const format of chooseFormats(mimeType, codecs.value)) {
    const end = await program.run({
      path,
      outputPath,
      timeoutMs: maxConversionMs,
      ...limits,
      outputs: listOptions(format),
      maxOutputBytes: sizeBytes * maxGrowth + spareBytes,
    });
    if (!end.ok) failure = end;
    else if (end.exitCode === 0 && !(await keepsTags(format, outputPath))) {
      return { ok: true, value: { mimeType: format.mimeType } };
    }
  }
  return failure;
}

async function keepsTags({ mimeType }: RecordingFormat, outputPath: string): Promise<boolean> {
  return ['audio/mpeg', 'audio/flac'].includes(mimeType) && hasAudioTags(outputPath);
}

const withoutMetadata: readonly string[] = [
  ...['-map_metadata', '-1', '-map_metadata:s', '-1', '-map_chapters', '-1'],
  ...['-fflags', '+bitexact', '-flags', '+bitexact'],
];

function listOptions({ streams, codecs, container }: RecordingFormat): string[] {
  return [...streams, ...codecs, ...withoutMetadata, ...container, ...seekableOutput];
}
