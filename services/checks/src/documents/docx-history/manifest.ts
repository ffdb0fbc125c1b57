import type { CheckManifest } from '../../check/manifest.ts';

export const manifest = {
  slug: 'docx-history',
  version: '2',
  title: 'Editing history of the document',
  kind: 'structural',
  criterion: 'container_structure',
  mayNotice: ['written-anew'],
  sources: [
    'ECMA-376 part 1 §17.15.1.72 (rsids) and §17.13.5 (tracked changes), part 2 §8 (core properties)',
  ],
  guide: {
    lookFor: 'What was inserted or deleted, by whom and when, and how long the document was worked on.',
    ignore: 'Documents that begin as a copy of an older one or of a template.',
  },
  isAlwaysNamed: true,
  describes: 'docx',
} as const satisfies CheckManifest;
