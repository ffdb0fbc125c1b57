import type { CheckManifest } from '../../check/manifest.ts';

export const manifest = {
  slug: 'pdf-signatures',
  version: '4',
  title: 'Signatures of the PDF',
  kind: 'structural',
  criterion: 'provenance',
  searchesFor: ['changed-after-signing'],
  sources: [
    'ISO 32000-2 §12.8.1',
    'Mladenov et al., 1 Trillion Dollar Refund, CCS 2019',
    'Mainka et al., Shadow Attacks, NDSS 2021',
  ],
  guide: {
    lookFor: 'What was added after the signature, and who signed.',
    ignore: 'A green tick in a viewer: it does not say how much of the document the signature covers.',
  },
  describes: 'pdf-signature',
} as const satisfies CheckManifest;
