import { File } from '@assay/proto/files/v1/file';
import { referTo } from '../json-schema.ts';
import { defineShape } from '../shape.ts';
import { enrichmentName } from './enrichment.ts';

/** Combines both file shapes of the specification. */
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
        description: 'The reason why the file could not be read. Absent if it could be read.',
      },
      value: ({ enrichmentError }) => enrichmentError,
      isOptional: true,
    },
  },
});
