import { minAudioSeconds } from '@assay/checks/sound/min-seconds';

/** The facts about a file that say whether its content can be examined. */
export interface ExaminableFile {
  readonly mimeType: string;
  /** As found when the file was uploaded, by field name. */
  readonly enrichment: Readonly<Record<string, unknown>>;
}

/** The evaluation left out the audio of shorter videos. */
const minSeconds = { audio: minAudioSeconds, video: 5 } as const;
/** Images of fewer pixels hold too little for the check of copied areas, which needs the fewest. */
const minPixels = 25_000;

/** Returns what a file of this type must be like for its content to be examined, as the end of a sentence. */
export function describeNeeded(mimeType: string): string {
  if (mimeType.startsWith('image/'))
    return `an image of at least ${minPixels.toLocaleString('en-US')} pixels with visible detail, as it was first saved`;
  if (mimeType.startsWith('video/'))
    return `a video of at least ${String(minSeconds.video)} s whose images and sound can be decoded`;
  if (mimeType.startsWith('audio/'))
    return `a recording of at least ${String(minSeconds.audio)} s with the noise of its room, as it was first saved`;
  return mimeType === 'application/pdf'
    ? 'a PDF that is not damaged and opens without a password'
    : 'the document as a PDF with its earlier saves, or with a digital signature';
}

/** Returns why type, length or size alone forbid every search, as the end of a sentence; null where they do not. */
export function findObstacle({ mimeType, enrichment }: ExaminableFile): string | null {
  const { durationSeconds, width, height } = enrichment;
  if (typeof durationSeconds === 'number') {
    if (mimeType.startsWith('video/')) return findShortness(durationSeconds, minSeconds.video, 'video');
    if (mimeType.startsWith('audio/')) return findShortness(durationSeconds, minSeconds.audio, 'recording');
  }
  if (mimeType.startsWith('image/') && typeof width === 'number' && typeof height === 'number')
    return width * height < minPixels
      ? `the image has ${(width * height).toLocaleString('en-US')} pixels`
      : null;
  return null;
}

function findShortness(seconds: number, needed: number, kind: string): string | null {
  return seconds < needed ? `the ${kind} lasts ${formatSeconds(seconds)} s` : null;
}

/** Rounds down, so that no length that is too short reads as one that suffices. */
function formatSeconds(seconds: number): string {
  return (Math.floor(seconds * 10) / 10).toFixed(1);
}
