import type { CheckManifest } from '../../check/manifest.ts';

export const manifest = {
  slug: 'pdf-metadata',
  version: '2',
  title: 'Dates and programs of the PDF',
  kind: 'structural',
  criterion: 'metadata_consistency',
  sources: ['ISO 32000-2 §14.3.3'],
  guide: {
    lookFor:
      'Whether whoever issued the document uses the program that wrote it, and when it was last changed.',
    ignore: 'Scanners, printers to PDF and mail programs that write the file anew.',
  },
} as const satisfies CheckManifest;
