import { join } from 'node:path';
import { codecWhitelist } from '@assay/media/decoder/codec-whitelist';
import { round } from '../audio/describe-audio.ts';
import { allowCpu } from '../../work/cpu-limits.ts';
import type { FileResult, Reason, SourceFile } from '../../treatment.ts';
import { describeOutput } from '../streams/output-file.ts';
import { probeStreams, shownStreams } from '../streams/probe-streams.ts';
import type { VideoFeatures } from '../streams/recording-features.ts';
import type { RunMedia } from '../streams/run-media.ts';
import type { RecordedStream } from '../streams/stream-list.ts';
import { readContainerParts } from './read-container-parts.ts';
import { readFrames } from './read-frames.ts';
import type { VideoFrames } from './read-frames.ts';
import { remuxVideo } from './remux-video.ts';

/** The same share that decoders may fail to read. */
const maxMissingShare = 0.1;
/** Names of codecs that differ from those of their decoders. */
const readableCodecs: ReadonlySet<string> = new Set([
  ...[...codecWhitelist.split(','), 'amr_nb', 'amr_wb', 'msmpeg4v3'],
]);

/**
 * Decodes the whole video and removes metadata that can name people, places, times, devices and software. The packets of all streams
 * stay as they are; a file without such metadata keeps its bytes.
 */
export async function standardizeVideo(run: RunMedia, file: SourceFile): Promise<FileResult> {
  const read = await readVideo(run, file);
  if (read.kind === 'undecodable')
    return { outcome: 'removed', reason: 'undecodable', explanation: read.explanation };
  if (read.kind === 'skipped') return { outcome: 'unchanged', skipped: read.reason };
  const { features } = read;
  const container = await readContainerParts(file);
  if (container === undefined) return { outcome: 'unchanged', skipped: 'container_not_written', features };
  if (container.missingShare > maxMissingShare) {
    const percent = String(Math.round(container.missingShare * 100));
    const explanation = `The file is cut off: ${percent} % of its audio and video are missing.`;
    return { outcome: 'removed', reason: 'undecodable', explanation };
  }
  if (container.privateParts.length === 0) return { outcome: 'unchanged', features };
  const outputPath = join(file.outputFolder, 'recording');
  if (!(await remuxVideo(run, file, { container, outputPath })))
    return { outcome: 'unchanged', skipped: 'container_not_written', features };
  const output = await describeOutput(file, outputPath);
  return { outcome: 'changed', output, steps: ['remove_private_metadata'], features };
}

/** Reads the features of a video without changing it. */
export async function readVideoFeatures(run: RunMedia, file: SourceFile): Promise<VideoFeatures | undefined> {
  const read = await readVideo(run, file);
  return read.kind === 'read' ? read.features : undefined;
}

type ReadVideo =
  | { readonly kind: 'undecodable'; readonly explanation: string }
  | { readonly kind: 'skipped'; readonly reason: Reason }
  | { readonly kind: 'read'; readonly features: VideoFeatures };

async function readVideo(run: RunMedia, file: SourceFile): Promise<ReadVideo> {
  const streams = await probeStreams(run, file, shownStreams);
  const video = streams.find(({ kind }) => kind === 'video');
  if (video === undefined) return { kind: 'undecodable', explanation: 'The file has no readable video.' };
  const decoded = streams.filter(({ kind }) => kind === 'video' || kind === 'audio');
  if (!decoded.every(({ codec }) => readableCodecs.has(codec)))
    return { kind: 'skipped', reason: 'codec_not_read' };
  const { width = 0, height = 0, packets } = video;
  allowCpu(run.cpu, 'VideoMegapixel', width * height * packets);
  for (const { sampleRate = 0, startSeconds, endSeconds } of decoded)
    allowCpu(run.cpu, 'MillionSamples', sampleRate * (endSeconds - startSeconds));
  const read = await readFrames(run, file.path, video.endSeconds - video.startSeconds);
  if (!read.isDecodable) return { kind: 'undecodable', explanation: read.explanation };
  return { kind: 'read', features: describeVideo(video, read.frames) };
}

function describeVideo(video: RecordedStream, frames: VideoFrames): VideoFeatures {
  const { width = 0, height = 0 } = video;
  const durationSeconds = video.endSeconds - video.startSeconds;
  const { hashes, change, brightness, contrast } = frames;
  const perSecond = 1 / Math.max(durationSeconds, 0.001);
  const vector = [
    Math.log10(1 + durationSeconds),
    Math.log2(Math.max(1, width * height)) / 4,
    Math.log2(Math.max(1, frames.count * perSecond)) / 2,
    Math.log10(Math.max(1, video.sizeBytes * 8 * perSecond)),
    brightness / 64,
    contrast / 32,
    change / 8,
  ];
  return { kind: 'video', durationSeconds, width, height, frameHashes: hashes, vector: vector.map(round) };
}
