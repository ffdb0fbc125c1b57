import type { CheckManifest } from '../../check/manifest.ts';

export const manifest = {
  slug: 'pdf-revisions',
  version: '7',
  title: 'Saves of the PDF',
  kind: 'structural',
  criterion: 'container_structure',
  searchesFor: ['changed-in-later-save'],
  sources: ['ISO 32000-2 §7.5.6 and annex F'],
  guide: {
    lookFor:
      'Amounts, names and dates that differ between the earlier states of the document and the last one.',
    ignore: 'Forms that were filled in, comments, and signatures that were added later.',
  },
  describes: 'pdf-revision-count',
} as const satisfies CheckManifest;
