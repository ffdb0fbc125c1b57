import { File } from '@assay/proto/files/v1/file';
import { nullable, referTo } from '../json-schema.ts';
import type { Member } from '../shape.ts';
import { shapeOf } from '../shape.ts';
import { enrichmentName } from './enrichment.ts';

/** Of what no file has yet. */
function none(description: string): Member<File> {
  return { schema: nullable({ type: 'string' }, description), value: () => null };
}

/** Both shapes of the specification in one. */
export const file = shapeOf(File, {
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
    metadata: { schema: { type: 'null', description: 'Nothing yet.' }, value: () => null },
    originWorkflowId: none('The workflow that made it.'),
    sourceFileId: none('The file it was made from.'),
    folderId: none('The folder it is in.'),
    placeholder: none('A tiny preview.'),
  },
});
