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
  description: `What \`${member}\` rests on: \`offset\` (stated with its UTC offset) or \`assumed_utc\` (a local time, given as if it were UTC).`,
});

const c2paMembers = {
  present: { type: 'boolean', description: 'Whether the file carries a manifest.' },
  state: nullable({ type: 'string' }, 'What validating the manifest showed.'),
  validator: text('What validated the manifest.'),
  trustListVersion: nullable({ type: 'string' }, 'The list its signer was looked up in.'),
  signer: nullable(openObject('Who signed the manifest.')),
  statusCodes: { type: 'array', items: { type: 'string' }, description: 'What was found, as C2PA names it.' },
};

const position = {
  type: 'object',
  description: 'Where the picture was taken, as its metadata say.',
  required: ['lat', 'lng'],
  properties: { lat: number('Degrees north.'), lng: number('Degrees east.') },
};

/** What was read from the bytes of a file; a Struct in the contract, since which members are there depends on the file. */
export const enrichmentSchema: JsonSchema = {
  type: 'object',
  description:
    'What was read from the bytes of a file. Which members are there depends on its type and content.',
  additionalProperties: true,
  examples: Object.values(enrichmentSamples),
  properties: {
    sha256: text('The SHA-256 of the content, in lower-case hex.'),
    detectedMimeType: text('The type the bytes show.'),
    perceptualHash: text('A hash that is equal or close for pictures that look alike.'),
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
    hasExif: { type: 'boolean', description: 'Whether an image carries EXIF.' },
    captureDevice: text('The camera, as EXIF names it.'),
    capturedAt: { type: 'string', format: 'date-time', description: 'When it was taken, as EXIF says.' },
    gpsCoordinates: position,
    durationSeconds: number(
      'The length of a recording or video, in seconds: of what could be decoded, where a decoder was found.',
    ),
    declaredDurationSeconds: number('The length its headers declare, where that is another one.'),
    codec: text(
      'How sound is coded, as FFmpeg names it: `mp3`, `aac`, `flac`, `vorbis`, `opus`, `pcm_s16le`.',
    ),
    sampleRate: integer('Samples of sound a second.'),
    channels: integer('How many channels of sound there are.'),
    bitRate: integer('Bits a second, of the sound alone where that is known.'),
    loudnessLufs: number('The integrated loudness after EBU R 128, in LUFS; absent for silence.'),
    encoder: text('The program or library that coded it, as the file says.'),
    tags: {
      type: 'object',
      description: 'What a recording says of itself, such as `title`, `artist`, `album`, `date`, `comment`.',
      additionalProperties: { type: 'string' },
    },
    frameRate: number('Frames of a video a second, on average.'),
    frameCount: integer('How many frames of a video are there, where they were counted.'),
    videoCodec: text('How pictures are coded, as FFmpeg names it: `h264`, `hevc`, `vp9`, `av1`.'),
    audioCodec: text('How the sound of a video is coded.'),
    rotation: number(
      'Degrees clockwise by which a player turns the picture; `width` and `height` are before that.',
    ),
    containerBrand: text('The major brand of an MP4 or QuickTime file; `webm` or `matroska` for those.'),
    compatibleBrands: {
      type: 'array',
      items: { type: 'string' },
      description: 'The other brands an MP4 or QuickTime file names.',
    },
    streams: {
      type: 'array',
      description: 'The streams of a video, as their headers declare them.',
      items: openObject(
        'One stream: `kind` (`video`, `audio`, `text`), `codec`, `durationSeconds`, `bitRate`, `language` and others.',
      ),
    },
    posterUnavailable: text(
      'Why there is no picture of a video, in a sentence; absent where one can be made.',
    ),
    decoder: text('What decoded the sound, with its version; counts of samples differ between versions.'),
    notes: {
      type: 'array',
      items: { type: 'string' },
      description: 'What could not be found out and why, in sentences.',
    },
    pageCount: integer(
      'How many pages a document has; of a Word document, as the program that saved it counted.',
    ),
    title: text('The title of a document, as it says.'),
    lastModifiedBy: text('Who last saved a Word document, as it says.'),
    author: text('Who wrote a document, as it says.'),
    creatorTool: text('The program a document was written in, as it says.'),
    producer: text('The program that made the file of a document, as it says.'),
    createdAt: time('When it was made, as it says.'),
    createdAtBasis: basis('createdAt'),
    modifiedAt: time('When it was last changed, as it says.'),
    modifiedAtBasis: basis('modifiedAt'),
    hasSignatures: {
      type: 'boolean',
      description: 'Whether a document holds digital signatures, which are not verified here.',
    },
    signatureCount: integer('How many digital signatures a document holds.'),
    revisionCount: integer(
      'How many saved states a PDF holds, the first among them. Absent where its cross-references are broken.',
    ),
    incrementalUpdates: integer(
      'How many times a PDF was added to after its first save, without saves closed by a signature over everything. ' +
        'A linearized file is saved once. Absent where its cross-references are broken. Of a DOC of Word 97, its fast saves.',
    ),
    fonts: {
      type: 'array',
      items: { type: 'string' },
      description: 'The names of the fonts in a document, sorted; at most 200.',
    },
    revisionIds: {
      type: 'array',
      items: { type: 'string' },
      description:
        'What tells saves of a document apart: of a PDF the two ids in its trailer, of the first save and the last; ' +
        'of a DOCX its rsids, one for each session of editing, at most 200.',
    },
    revisionIdCount: integer('How many `revisionIds` there are where not all are listed; else absent.'),
    revisionNumber: integer('How many times a Word document was saved, as it says.'),
    isEncrypted: {
      type: 'boolean',
      description:
        'Whether the content of a document is encrypted. Where it does not open without a password, little else is known.',
    },
    textIsComplete: {
      type: 'boolean',
      description:
        'False where the text of a document is too long to be read to its end or in parts unreadable; else absent.',
    },
    characterCount: integer(
      'How many Unicode characters a text has, or the text of a document: of a Word document its body, as a reader sees it.',
    ),
    wordCount: integer('How many words it has, as Unicode segments text.'),
    wordCountIsEstimated: {
      type: 'boolean',
      description: 'True where a text is so long that the words of its end are estimated; else absent.',
    },
    language: nullable(
      { type: 'string' },
      'The language most of it is in, as ISO 639-1 names it; null when unsure.',
    ),
    encoding: nullable(
      { type: 'string' },
      'The character encoding of plain text, as the Encoding Standard names it: `utf-8`, `utf-16le`, `shift_jis`, `windows-1251`. ' +
        'Null where it cannot be told; then nothing is counted either.',
    ),
    encodingConfidence: nullable(
      { type: 'number', minimum: 0, maximum: 1 },
      'How sure `encoding` is: 1 where the bytes show it, less where it is guessed by the characters that are common in a language; ' +
        'null where nothing speaks for it but that it is the most common one that fits.',
    ),
  },
};
