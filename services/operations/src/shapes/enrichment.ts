import { nullable, openObject } from '../json-schema.ts';
import type { JsonSchema } from '../json-schema.ts';
import { enrichmentSamples } from '../samples/enrichments.ts';

export const enrichmentName = 'Enrichment';

const text = (description: string): JsonSchema => ({ type: 'string', description });
const integer = (description: string): JsonSchema => ({ type: 'integer', description });
const number = (description: string): JsonSchema => ({ type: 'number', description });

const time = (description: string): JsonSchema => ({ type: 'string', format: 'date-time', description });
const basis = (member: string): JsonSchema => ({
  type: 'string',
  description:
    `The basis of \`${member}\`: \`offset\` if the file states a UTC offset, or \`assumed_utc\` if it states a local time, which is ` +
    'returned as if it were UTC.',
});

const c2paMembers = {
  present: { type: 'boolean', description: 'True if the file has a manifest.' },
  state: nullable({ type: 'string' }, 'The result of validating the manifest.'),
  validator: text('The program that validated the manifest.'),
  trustListVersion: nullable(
    { type: 'string' },
    'The version of the trust list that was used for the signer.',
  ),
  signer: nullable(openObject('The signer of the manifest.')),
  statusCodes: {
    type: 'array',
    items: { type: 'string' },
    description: 'The C2PA status codes of the validation.',
  },
};

const position = {
  type: 'object',
  description: 'The place where the image or video was taken, from the metadata.',
  required: ['lat', 'lng'],
  properties: { lat: number('Degrees north.'), lng: number('Degrees east.') },
};

const embeddedPart: JsonSchema = {
  type: 'object',
  description: 'A part that an image file holds beside its image.',
  required: ['kind', 'mimeType', 'size'],
  properties: {
    kind: {
      type: 'string',
      enum: ['motion_video', 'gain_map', 'depth_map', 'preview'],
      description:
        '`motion_video`: the video of a motion photo. `gain_map`: brightness for HDR displays. `depth_map`: distances. `preview`: a ' +
        'smaller copy of the image.',
    },
    mimeType: text('The MIME type of the part.'),
    size: integer('The size of the part, in bytes.'),
    durationSeconds: number('The duration of a video, as its header states it.'),
  },
  additionalProperties: true,
};

/** The schema of an enrichment. In the contract it is a Struct, because its members depend on the file. */
export const enrichmentSchema: JsonSchema = {
  type: 'object',
  description:
    'The result of enrichment: the properties that were read from the content of a file. The members depend on the type and ' +
    'the content.',
  additionalProperties: true,
  examples: Object.values(enrichmentSamples),
  properties: {
    sha256: text('The SHA-256 of the content, in lowercase hex.'),
    detectedMimeType: text('The detected MIME type.'),
    perceptualHash: nullable(
      { type: 'string' },
      'A perceptual hash, which is equal or close for similar images: of an image, or of the key frames of a video. Null for other ' +
        'files, and if the pixels cannot be decoded; for an image, `notes` then has the reason.',
    ),
    c2pa: {
      type: 'object',
      description: 'Content credentials (C2PA) embedded in the file.',
      required: Object.keys(c2paMembers),
      properties: c2paMembers,
      additionalProperties: true,
    },
    width: integer('The width in pixels.'),
    height: integer('The height in pixels.'),
    colorSpace: text('The color space of an image.'),
    orientation: integer('The EXIF orientation, 1 to 8.'),
    hasExif: { type: 'boolean', description: 'True if an image has EXIF metadata.' },
    embedded: {
      type: 'array',
      description:
        'The videos, gain maps, depth maps and previews in an image file. Absent if there are none.',
      items: embeddedPart,
    },
    captureDevice: text('The camera, from EXIF or XMP.'),
    capturedAt: {
      type: 'string',
      format: 'date-time',
      description: 'The time at which the image was taken, from EXIF, XMP or IPTC.',
    },
    capturedAtBasis: {
      type: 'string',
      description:
        'The basis of `capturedAt`: `offset` if EXIF states the UTC offset, `gps` if the offset follows from the GPS clock, `xmp` or ' +
        '`iptc` if the time with its offset is from there, or `assumed_utc` if the file states a local time, which is returned as if ' +
        'it were UTC.',
    },
    gpsCoordinates: position,
    durationSeconds: number(
      'The duration of an audio or video file, in seconds. If a decoder is available, the duration of the decodable part.',
    ),
    declaredDurationSeconds: number('The duration in the headers, if it differs.'),
    codec: text('The audio codec, as FFmpeg names it: `mp3`, `aac`, `flac`, `vorbis`, `opus`, `pcm_s16le`.'),
    sampleRate: integer('The audio samples per second.'),
    channels: integer('The number of audio channels.'),
    bitRate: integer('The bits per second, of the audio stream if known.'),
    loudnessLufs: number('The integrated loudness as in EBU R 128, in LUFS. Absent for silence.'),
    encoder: text('The program or library that encoded the file, from the metadata.'),
    tags: {
      type: 'object',
      description: 'The tags of an audio file, such as `title`, `artist`, `album`, `date`, `comment`.',
      additionalProperties: { type: 'string' },
    },
    frameRate: number('The average number of video frames per second.'),
    frameCount: integer('The number of video frames, if they were counted.'),
    videoCodec: text('The video codec, as FFmpeg names it: `h264`, `hevc`, `vp9`, `av1`.'),
    audioCodec: text('The audio codec of a video.'),
    rotation: number(
      'The clockwise rotation for display, in degrees. `width` and `height` are the values before rotation.',
    ),
    containerBrand: text('The major brand of an MP4 or QuickTime file, or `webm` or `matroska`.'),
    compatibleBrands: {
      type: 'array',
      items: { type: 'string' },
      description: 'The compatible brands of an MP4 or QuickTime file.',
    },
    streams: {
      type: 'array',
      description: 'The streams of a video, from the headers.',
      items: openObject(
        'A stream: `kind` (`video`, `audio`, `text`), `codec`, `durationSeconds`, `bitRate`, `language` and others.',
      ),
    },
    posterUnavailable: text('The reason why a video has no thumbnail. Absent if it can have one.'),
    decoder: text('The decoder with its version. Numbers of samples differ between versions.'),
    notes: {
      type: 'array',
      items: { type: 'string' },
      description: 'The properties that could not be read, and the reasons, as sentences.',
    },
    pageCount: integer(
      'The number of pages of a document. For a Word document, the number stored by the program that saved it.',
    ),
    title: text('The title of a document, from its metadata.'),
    lastModifiedBy: text('The person who last saved a Word document, from its metadata.'),
    author: text('The author of a document, from its metadata.'),
    creatorTool: text('The program in which a document was written, from its metadata.'),
    producer: text('The program that created the file of a document, from its metadata.'),
    createdAt: time('The creation time of a document, from its metadata.'),
    createdAtBasis: basis('createdAt'),
    modifiedAt: time('The time of the last change of a document, from its metadata.'),
    modifiedAtBasis: basis('modifiedAt'),
    hasSignatures: {
      type: 'boolean',
      description: 'True if a document has digital signatures. They are not verified.',
    },
    signatureCount: integer('The number of digital signatures of a document.'),
    revisionCount: integer(
      'The number of revisions in a PDF, including the first. Absent if its cross-references are damaged.',
    ),
    incrementalUpdates: integer(
      'The number of incremental updates of a PDF, without those closed by a signature over the whole file. A linearized file ' +
        'counts as saved once. Absent if its cross-references are damaged. For a DOC of Word 97, the number of fast saves.',
    ),
    fonts: {
      type: 'array',
      items: { type: 'string' },
      description: 'The names of the fonts of a document, sorted, at most 200.',
    },
    revisionIds: {
      type: 'array',
      items: { type: 'string' },
      description:
        'The ids of the revisions of a document: for a PDF, the two ids in its trailer (first and last revision); for a DOCX, its ' +
        'rsids, one per editing session, at most 200.',
    },
    revisionIdCount: integer('The number of `revisionIds`, if not all are listed; otherwise absent.'),
    revisionNumber: integer('The number of times that a Word document was saved, from its metadata.'),
    isEncrypted: {
      type: 'boolean',
      description:
        'True if the content of a document is encrypted. If it requires a password to open, few other properties are known.',
    },
    textIsComplete: {
      type: 'boolean',
      description:
        'False if the text of a document is too long to be read completely, or partly unreadable; otherwise absent.',
    },
    characterCount: integer(
      'The number of Unicode characters of a text or of the text of a document. For a Word document, of its body as displayed.',
    ),
    wordCount: integer(
      'The number of words, segmented as defined by Unicode. Hidden text of a DOCX file is not counted.',
    ),
    wordCountIsEstimated: {
      type: 'boolean',
      description:
        'True if a text is so long that the words of its last part are estimated; otherwise absent.',
    },
    language: nullable(
      { type: 'string' },
      'The main language, as an ISO 639-1 code. Null if it is uncertain.',
    ),
    encoding: nullable(
      { type: 'string' },
      'The character encoding of a plain text, as the Encoding Standard names it: `utf-8`, `utf-16le`, `shift_jis`, ' +
        '`windows-1251`. Null if it could not be detected; then nothing is counted either.',
    ),
    encodingConfidence: nullable(
      { type: 'number', minimum: 0, maximum: 1 },
      'The confidence in `encoding`: 1 if the bytes prove it, less if it is guessed from characters that are common in a ' +
        'language. Null if it is only the most common encoding that fits.',
    ),
  },
};
