import { isHostile } from './collection.ts';
import type { MediaFile } from './collection.ts';
import type { Sent } from './send.ts';

/** The members that every file of a kind has when it is read. */
const membersOf: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    ['camera-original', 'camera-original-gps', 'heic', 'c2pa', 'generator-metadata', 'innocent'].map(
      (kind) => [kind, ['width', 'height', 'colorSpace', 'orientation', 'hasExif', 'perceptualHash']],
    ),
  ),
  ...Object.fromEntries(
    ['mp3', 'flac', 'wav'].map((kind) => [kind, ['durationSeconds', 'codec', 'sampleRate', 'channels']]),
  ),
  video: ['durationSeconds', 'width', 'height', 'videoCodec', 'containerBrand', 'streams'],
  pdf: ['pageCount', 'isEncrypted'],
  doc: ['isEncrypted', 'characterCount', 'wordCount'],
  docx: ['isEncrypted', 'characterCount', 'wordCount', 'revisionIds'],
};

const typeOfKind: Readonly<Record<string, string>> = {
  'camera-original': 'image/jpeg',
  'camera-original-gps': 'image/jpeg',
  heic: 'image/heic',
  c2pa: 'image/jpeg',
  'generator-metadata': 'image/png',
  mp3: 'audio/mpeg',
  flac: 'audio/flac',
  wav: 'audio/wav',
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
};

/** Labelled files that are damaged, and why they cannot be read. */
const unreadable: Readonly<Record<string, RegExp>> = { 'av/tika_testMP3truncated.mp3': /holds no sound/u };

/** Labelled files of a type that no project takes. */
const unaccepted = ['av/ftyp3gp5.mp4'];
/** Of the samples of content credentials those that have some; the others are pictures they were made of. */
const credited = 'c2pa/adobe-20220124-';

/** In what a file differs from its label; nothing is known of what hostile ones hold. */
export function departuresOf(file: MediaFile, { ended, reason, body }: Sent): readonly string[] {
  const mayBeRefused = isHostile(file) || unaccepted.includes(file.path);
  if (ended === 'refused') return mayBeRefused ? [] : [`was refused: ${reason}`];
  const stored = [
    ...(body.contentHash === file.sha256 ? [] : [`has the hash ${String(body.contentHash)}`]),
    ...(body.size === file.bytes ? [] : [`has ${String(body.size)} bytes`]),
  ];
  if (isHostile(file)) return stored;
  const why = unreadable[file.path];
  if (why !== undefined) return why.test(reason) ? stored : [...stored, `ended ${ended}: ${reason}`];
  if (ended !== 'completed') return [...stored, `ended ${ended}: ${reason}`];
  return [...stored, ...readDepartures(file, body)];
}

function readDepartures(
  { path, kind, note, sha256 }: MediaFile,
  { mimeType, enrichment }: Sent['body'],
): readonly string[] {
  const missing = (membersOf[kind] ?? []).filter((member) => !(member in enrichment));
  const type = typeOfKind[kind];
  const device = String(enrichment.captureDevice).replaceAll(/\s+/gu, ' ');
  const isDevice = kind !== 'camera-original' || ` ${note}`.endsWith(` ${device}`);
  return [
    ...missing.map((member) => `has no ${member}`),
    ...(type === undefined || type === mimeType ? [] : [`is of type ${String(mimeType)}`]),
    ...(isDevice ? [] : [`is of the camera ${device} and not ${note}`]),
    ...(kind === 'camera-original-gps' && enrichment.gpsCoordinates === undefined ? ['has no place'] : []),
    ...(enrichment.c2pa.present === path.startsWith(credited) ? [] : ['differs in its content credentials']),
    ...(enrichment.sha256 === sha256 ? [] : ['was read from other bytes']),
  ];
}
