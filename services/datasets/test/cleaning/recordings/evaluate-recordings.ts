/** Measures the cleaning of audio and video on a corpus that is made by script from a folder of media. */
import { createRecordingCleaner } from '../../../src/cleaning/recordings/create-recording-cleaner.ts';
import type { RecordingCleaner } from '../../../src/cleaning/recordings/create-recording-cleaner.ts';
import { createRecordingIndex } from '../../../src/cleaning/recordings/recording-index.ts';
import type { FileResult } from '../../../src/cleaning/treatment.ts';
import { listSources, makeAudioCopies, makeUncleanAudio, makeVideos } from './make-corpus.ts';
import type { CorpusFile } from './make-corpus.ts';
import { listPrivateTags } from './private-tags.ts';
import { createRecordingBench, hashPackets, measureLevels } from './recording-bench.ts';
import type { RecordingBench } from './recording-bench.ts';

export interface RecordingEvaluation {
  readonly audio: {
    /** Files that were written anew, from so many recordings. */
    readonly files: number;
    readonly recordings: number;
    /** LU, by the meter of FFmpeg. */
    readonly maxLoudnessError: number;
    readonly meanLoudnessError: number;
    /** dBTP. */
    readonly maxTruePeak: number;
    /** Seconds of silence that are left at an end. */
    readonly maxSilentEdge: number;
    readonly changedBySecondPass: number;
    /** Files that were removed or skipped, with the reason. */
    readonly others: readonly string[];
  };
  readonly videos: {
    readonly files: number;
    readonly recordings: number;
    /** Files whose packets differ after the treatment. */
    readonly changedPackets: number;
    /** Tags that ExifTool and FFmpeg still name. */
    readonly privateTags: readonly string[];
    readonly changedBySecondPass: number;
    readonly others: readonly string[];
  };
  readonly audioDuplicates: Duplicates;
  readonly videoDuplicates: Duplicates;
}

export interface Duplicates {
  /** Independent recordings, takes of one scene included. */
  readonly recordings: number;
  readonly pairs: number;
  readonly recall: number;
  readonly precision: number;
  /** Pairs that were missed or found by mistake. */
  readonly errors: readonly string[];
}

export interface EvaluationOptions {
  /** Default: FFMPEG_PATH, else `ffmpeg` on the PATH. */
  readonly ffmpegPath?: string;
  /** Maximum number of sources of each kind. */
  readonly maxSources?: number;
  /** Maximum number of videos that are treated; the features of all are read. */
  readonly maxTreatedVideos?: number;
}

type Cleaner = Extract<RecordingCleaner, { available: true }>;

/** @throws Error if FFmpeg is missing or may not run */
export async function evaluateRecordings(
  folder: string,
  options: EvaluationOptions = {},
): Promise<RecordingEvaluation> {
  const { ffmpegPath = process.env['FFMPEG_PATH'] ?? 'ffmpeg', maxSources = 12, maxTreatedVideos } = options;
  const places = { configuredPath: ffmpegPath, searchPath: process.env['PATH'] ?? '' };
  const cleaner = await createRecordingCleaner({ ...places, mayRunUnconfined: false });
  if (!cleaner.available) throw new Error(cleaner.reason);
  const bench = await createRecordingBench(ffmpegPath);
  try {
    const sources = await listSources(folder, maxSources);
    const videos = await makeVideos(bench, sources);
    return {
      audio: await evaluateAudio(bench, cleaner, sources.audio),
      videos: await evaluateVideos(bench, cleaner, videos.slice(0, maxTreatedVideos)),
      audioDuplicates: await evaluateDuplicates(bench, cleaner, await makeAudioCopies(bench, sources.audio)),
      videoDuplicates: await evaluateDuplicates(bench, cleaner, videos),
    };
  } finally {
    cleaner.close();
    await bench.remove();
  }
}

/** Lists the results in lines for people. */
export function describeEvaluation({
  audio,
  videos,
  audioDuplicates,
  videoDuplicates,
}: RecordingEvaluation): string[] {
  const duplicates = (
    kind: string,
    { recordings, pairs, recall, precision, errors }: Duplicates,
  ): string[] => [
    `${kind} duplicates: recall ${toPercent(recall)} of ${String(pairs)} pairs, precision ${toPercent(precision)}, ${String(recordings)} recordings`,
    ...errors.map((error) => `  ${error}`),
  ];
  return [
    `audio: ${String(audio.files)} files of ${String(audio.recordings)} recordings written anew`,
    `  loudness error at most ${audio.maxLoudnessError.toFixed(1)} LU, ${audio.meanLoudnessError.toFixed(2)} LU on average`,
    `  true peak at most ${audio.maxTruePeak.toFixed(1)} dBTP, silence at an end at most ${audio.maxSilentEdge.toFixed(2)} s`,
    `  changed by a second pass: ${String(audio.changedBySecondPass)}`,
    ...audio.others.map((other) => `  ${other}`),
    `video: ${String(videos.files)} files of ${String(videos.recordings)} recordings written anew`,
    `  with other packets: ${String(videos.changedPackets)}, changed by a second pass: ${String(videos.changedBySecondPass)}`,
    `  private tags afterwards: ${String(videos.privateTags.length)}`,
    ...[...videos.privateTags, ...videos.others].map((line) => `  ${line}`),
    ...duplicates('audio', audioDuplicates),
    ...duplicates('video', videoDuplicates),
  ];
}

const toPercent = (share: number): string => `${(share * 100).toFixed(1)} %`;

async function evaluateAudio(
  bench: RecordingBench,
  cleaner: Cleaner,
  sources: readonly string[],
): Promise<RecordingEvaluation['audio']> {
  const errors: number[] = [];
  const peaks: number[] = [];
  const edges: number[] = [];
  const others: string[] = [];
  let changedBySecondPass = 0;
  for (const source of await makeUncleanAudio(bench, sources)) {
    const { result, path, second } = await bench.treat(cleaner.standardizeAudio, source);
    if (result.outcome !== 'changed') {
      others.push(describeOther(source, result));
      continue;
    }
    const { lufs, truePeak, silentStart, silentEnd } = await measureLevels(bench, path);
    errors.push(Math.abs(lufs + 23));
    peaks.push(truePeak);
    edges.push(silentStart, silentEnd);
    if (second?.outcome !== 'unchanged') changedBySecondPass += 1;
  }
  return {
    files: errors.length,
    recordings: sources.length,
    changedBySecondPass,
    others,
    maxLoudnessError: Math.max(0, ...errors),
    meanLoudnessError: errors.reduce((sum, error) => sum + error, 0) / Math.max(1, errors.length),
    maxTruePeak: Math.max(-Infinity, ...peaks),
    maxSilentEdge: Math.max(0, ...edges),
  };
}

async function evaluateVideos(
  bench: RecordingBench,
  cleaner: Cleaner,
  files: readonly CorpusFile[],
): Promise<RecordingEvaluation['videos']> {
  const privateTags: string[] = [];
  const others: string[] = [];
  let count = 0;
  let changedPackets = 0;
  let changedBySecondPass = 0;
  for (const { path: source } of files) {
    const { result, path, second } = await bench.treat(cleaner.standardizeVideo, source);
    if (result.outcome !== 'changed') {
      others.push(describeOther(source, result));
      continue;
    }
    count += 1;
    if ((await hashPackets(bench, path)) !== (await hashPackets(bench, source))) changedPackets += 1;
    privateTags.push(...(await listPrivateTags(bench, path)));
    if (second?.outcome !== 'unchanged') changedBySecondPass += 1;
  }
  const recordings = new Set(files.map(({ recording }) => recording)).size;
  return { files: count, recordings, changedPackets, changedBySecondPass, privateTags, others };
}

function describeOther(source: string, result: FileResult): string {
  const reason = result.outcome === 'removed' ? result.explanation : result.outcome;
  return `${source.split('/').at(-1) ?? ''}: ${reason}`;
}

async function evaluateDuplicates(
  bench: RecordingBench,
  cleaner: Cleaner,
  files: readonly CorpusFile[],
): Promise<Duplicates> {
  const index = createRecordingIndex<CorpusFile>();
  const errors: string[] = [];
  let pairs = 0;
  let found = 0;
  let correct = 0;
  const earlier: CorpusFile[] = [];
  for (const file of files) {
    const { result } = await bench.treat(cleaner.readRecordingFeatures, file.path);
    const features = result.outcome === 'removed' ? undefined : result.features;
    if (features?.kind !== 'audio' && features?.kind !== 'video') continue;
    const matches = new Set(index.find(features).map(({ id }) => id));
    for (const other of earlier) {
      const isCopy = other.recording === file.recording;
      const isFound = matches.has(other);
      if (isCopy) pairs += 1;
      if (isFound) found += 1;
      if (isCopy && isFound) correct += 1;
      if (isCopy !== isFound) errors.push(`${isFound ? 'wrong' : 'missed'}: ${other.path} and ${file.path}`);
    }
    index.add(file, features);
    earlier.push(file);
  }
  const recordings = new Set(earlier.map(({ recording }) => recording)).size;
  return { recordings, pairs, recall: correct / pairs, precision: found === 0 ? 1 : correct / found, errors };
}
