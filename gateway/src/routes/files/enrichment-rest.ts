import { Type } from 'typebox';
import { named, nullable, openObject } from '../../rest/schema.ts';

const optional = {
  text: (description: string) => Type.Optional(Type.String({ description })),
  integer: (description: string) => Type.Optional(Type.Integer({ description })),
  number: (description: string) => Type.Optional(Type.Number({ description })),
  flag: (description: string) => Type.Optional(Type.Boolean({ description })),
  time: (description: string) => Type.Optional(Type.String({ format: 'date-time', description })),
};

const c2pa = Type.Object(
  {
    present: Type.Boolean({ description: 'Whether the file carries a manifest.' }),
    state: nullable(Type.String(), 'What validating it showed.'),
    validator: Type.String({ description: 'What validated it.' }),
    trustListVersion: nullable(Type.String(), 'The list its signer was looked up in.'),
    signer: nullable(openObject('Who signed it.')),
    statusCodes: Type.Array(Type.String(), { description: 'As C2PA names them.' }),
  },
  { description: 'Content credentials (C2PA) embedded in the file.', additionalProperties: true },
);

const position = Type.Object(
  { lat: Type.Number({ description: 'Degrees north.' }), lng: Type.Number({ description: 'Degrees east.' }) },
  { description: 'Where it was taken.' },
);

/** What was read from the bytes of a file; which fields are there depends on its type and on what it carries. */
export const enrichmentSchema = named(
  'Enrichment',
  Type.Object(
    {
      sha256: optional.text('Of the content, lower-case hex.'),
      detectedMimeType: optional.text('The type the bytes show.'),
      perceptualHash: optional.text('Equal or close for pictures that look alike.'),
      c2pa: Type.Optional(c2pa),
      width: optional.integer('Pixels.'),
      height: optional.integer('Pixels.'),
      colorSpace: optional.text('Of an image.'),
      orientation: optional.integer('EXIF orientation, 1 to 8.'),
      hasExif: optional.flag('Whether an image carries EXIF.'),
      captureDevice: optional.text('The camera, as EXIF names it.'),
      capturedAt: optional.time('When it was taken, as EXIF says.'),
      gpsCoordinates: Type.Optional(position),
      durationSeconds: optional.number('Of audio and video.'),
      pageCount: optional.integer('Of a document.'),
    },
    { additionalProperties: true, description: 'What was read from the bytes of a file.' },
  ),
);
