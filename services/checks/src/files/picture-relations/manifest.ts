import type { CheckManifest } from '../../check/manifest.ts';

export const manifest = {
  slug: 'picture-relations',
  version: '4',
  title: 'Pictures that show the same',
  kind: 'structural',
  criterion: 'duplication',
  sources: ['Lowe, Distinctive Image Features from Scale-Invariant Keypoints, IJCV 2004'],
} as const satisfies CheckManifest;
