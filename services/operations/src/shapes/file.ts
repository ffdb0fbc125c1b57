import { File } from '@assay/proto/files/v1/file';
import { referTo } from '../json-schema.ts';
import { defineShape } from '../shape.ts';
import { enrichmentName } from './enrichment.ts';

/** Both shapes of the specification in one. */
export const file = defineShape(File, {
  renamed: { sizeBytes: 'size', sha256: 'contentHash', storageKey: 'path' },
  copies: { type: 'mimeType', lastModified: 'createdAt' },
  members: {
    enrichment: {
      schema: referTo(enrichmentName),
      value: ({ enrichment }) => enrichment,
      isOptional: true,
    },
    enrichmentError: {
      schema: {
        type: 'string',
        description: 'Why the file could not be read. Only there when it could not.',
      },
      value: ({ enrichmentError }) => enrichmentError,
      isOptional: true,
    },
  },
});
