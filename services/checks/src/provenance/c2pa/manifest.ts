import type { CheckManifest } from '../../check/manifest.ts';
import { audioChanges, documentChanges, pictureChanges, videoChanges } from '../../search/change-kinds.ts';

export const manifest = {
  slug: 'c2pa',
  version: '5',
  title: 'Provenance record (C2PA)',
  kind: 'structural',
  criterion: 'provenance',
  searchesFor: ['changed-after-signing'],
  mayNotice: [...pictureChanges, ...audioChanges, ...videoChanges, ...documentChanges],
  sources: ['C2PA 2.2'],
  guide: {
    lookFor:
      'Who signed, and which steps and sources the credentials state. Ask the signer whether the file is theirs.',
    ignore: 'A certificate that has expired or is on no list of trust: it says nothing of the content.',
  },
  isAlwaysNamed: true,
  basis: 'credentials',
} as const satisfies CheckManifest;
