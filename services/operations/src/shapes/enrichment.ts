import { nullable, openObject } from '../json-schema.ts';
import type { JsonSchema } from '../json-schema.ts';

export const enrichmentName = 'Enrichment';

const text = (description: string): JsonSchema => ({ type: 'string', description });
const integer = (description: string): JsonSchema => ({ type: 'integer', description });
const number = (description: string): JsonSchema => ({ type: 'number', description });

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
    durationSeconds: number('The length of a recording or video, in seconds.'),
    pageCount: integer('How many pages a document has.'),
  },
};
