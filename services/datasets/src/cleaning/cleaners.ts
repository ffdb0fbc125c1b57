import type { Runtime } from '@assay/chassis/process/runtime';
import { categoryOf } from '@assay/media/sniff/accepted-types';
import { announceConfinement } from '@assay/media/isolate/confinement';
import type { Config } from '../config.ts';
import { countPlaces } from './work/work-limits.ts';
import type { CleaningPipeline } from '../domain/pipeline/pipeline.ts';
import { createImageCleaner } from './images/image-cleaner.ts';
import type { ImageCleaner } from './images/image-cleaner.ts';
import { createRecordingCleaner } from './recordings/create-recording-cleaner.ts';
import type { RecordingCleaner } from './recordings/create-recording-cleaner.ts';
import { createTextCleaner } from './texts/text-cleaner.ts';
import type { TextCleaner } from './texts/text-cleaner.ts';
import type { ConfirmCopies, Reason, Treatment } from './treatment.ts';

/** The treatment of a file by a pipeline: a program, or the reason why the file passes unchanged. */
export type ChosenTreatment =
  { readonly kind: 'run'; readonly run: Treatment } | { readonly kind: 'skip'; readonly reason: Reason };

/** The treatments of all pipelines. */
export interface Cleaners extends Pick<TextCleaner, 'identifyLanguage' | 'countStatistics'> {
  /** Returns the reason for people why a pipeline cannot run here; undefined if it can. */
  findUnavailability(pipeline: Pick<CleaningPipeline, 'needsFfmpeg'>): string | undefined;
  /** Returns the treatment of a type by a pipeline; undefined if the pipeline does not concern files of this type. */
  findTreatment(pipeline: Pick<CleaningPipeline, 'treatment'>, type: string): ChosenTreatment | undefined;
  /** Compares two files of one kind on their content, which their features leave out. */
  readonly confirmCopies: ConfirmCopies;
}

/** Opens the child processes of the treatments. FFmpeg is looked up once, at the start. */
export async function openCleaners({ logger, lifecycle }: Runtime, config: Config): Promise<Cleaners> {
  await announceConfinement(logger);
  const size = countPlaces(config);
  const images = createImageCleaner({ size, logger });
  const texts = createTextCleaner({ size, logger });
  const recordings = await createRecordingCleaner({
    configuredPath: config.ffmpegPath,
    searchPath: config.programFolders,
    mayRunUnconfined: config.ffmpegUnconfined === 'allowed',
    maxRssBytes: config.cleaningMaxRssBytes,
  });
  if (recordings.available) logger.info({ decoder: recordings.decoder }, 'audio and video can be cleaned');
  else logger.warn({ reason: recordings.reason }, 'audio and video cannot be cleaned');
  lifecycle.onStop('cleaners', async () => {
    if (recordings.available) recordings.close();
    await Promise.all([images.close(), texts.close()]);
  });
  return {
    identifyLanguage: texts.identifyLanguage,
    countStatistics: texts.countStatistics,
    findUnavailability: ({ needsFfmpeg }) =>
      needsFfmpeg && !recordings.available ? recordings.reason : undefined,
    confirmCopies: (files, signal, change) =>
      chooseConfirmation({ images, texts, recordings }, files)(files, signal, change),
    findTreatment: ({ treatment }, type) => chooseTreatment({ images, texts, recordings }, treatment, type),
  };
}

interface OpenCleaners {
  readonly images: ImageCleaner;
  readonly texts: TextCleaner;
  readonly recordings: RecordingCleaner;
}

/** The kind of a type, as treatments distinguish them. */
type FileKind = 'image' | 'audio' | 'video' | 'text' | 'document';

type RecordingTreatment = 'standardizeAudio' | 'standardizeVideo' | 'readRecordingFeatures';

function chooseTreatment(
  { images, texts, recordings }: OpenCleaners,
  treatment: CleaningPipeline['treatment'],
  type: string,
): ChosenTreatment | undefined {
  const kind = readKind(type);
  const run = (program: Treatment): ChosenTreatment => ({ kind: 'run', run: program });
  const only = (treated: FileKind, program: Treatment) => (kind === treated ? run(program) : undefined);
  const record = (name: RecordingTreatment): ChosenTreatment =>
    recordings.available ? run(recordings[name]) : { kind: 'skip', reason: 'ffmpeg_unavailable' };
  const standards = {
    image: () => run(images.standardizeImage),
    audio: () => record('standardizeAudio'),
    video: () => record('standardizeVideo'),
    text: () => run(texts.standardizeText),
    document: () => run(texts.extractText),
  };
  const readers = {
    image: () => run(images.readImageFeatures),
    audio: () => record('readRecordingFeatures'),
    video: () => record('readRecordingFeatures'),
    text: () => run(texts.readTextFeatures),
    document: () => run(texts.readTextFeatures),
  };
  switch (treatment) {
    case 'none':
      return undefined;
    case 'standardize-image':
      return only('image', images.standardizeImage);
    case 'strip-metadata':
      return only('image', images.stripMetadata);
    case 'standardize-text':
      return only('text', texts.standardizeText);
    case 'mask-personal-data':
      return only('text', texts.maskPersonalData);
    case 'extract-text':
      return only('document', texts.extractText);
    case 'standardize-audio':
      return kind === 'audio' ? record('standardizeAudio') : undefined;
    case 'standardize-video':
      return kind === 'video' ? record('standardizeVideo') : undefined;
    case 'standardize-any':
      return standards[kind]();
    case 'read-features':
      return readers[kind]();
  }
}

function chooseConfirmation(
  { images, texts, recordings }: OpenCleaners,
  [{ type }]: Parameters<ConfirmCopies>[0],
): ConfirmCopies {
  const unconfirmed: ConfirmCopies = () => Promise.resolve(false);
  switch (readKind(type)) {
    case 'image':
      return images.confirmImages;
    case 'video':
      return recordings.available ? recordings.confirmVideos : unconfirmed;
    case 'audio':
      // The features of audio files are equal only if all their samples are.
      return () => Promise.resolve(true);
    case 'text':
    case 'document':
      return texts.confirmTexts;
  }
}

function readKind(type: string): FileKind {
  return type === 'text/plain' ? 'text' : (categoryOf(type) ?? 'document');
}
