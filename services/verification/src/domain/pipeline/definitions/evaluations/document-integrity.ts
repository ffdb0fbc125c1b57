import type { PublishedEvaluation } from '../../published-evaluation.ts';

/** Written by `npm run evaluate -- --pipeline document-integrity --publish`; not to be edited by hand. */
export const documentIntegrityEvaluation: PublishedEvaluation = {
  material: {
    scenes: 'documents',
    files: 'documents',
    launderedBy: 'Printed to a file afterwards, or saved anew without the signature',
  },
  checks: {
    'pdf-metadata': '1',
    'pdf-hidden-text': '1',
    'docx-history': '1',
    'pdf-signatures': '3',
    'docx-signatures': '1',
    'pdf-revisions': '5',
    'document-pictures': '2',
  },
  innocentScenes: 71,
  innocentVersions: 11,
  sources: 20,
  called: {
    manipulated: 0,
    synthetic: 0,
    inconclusive: 41,
  },
  calledVersions: [
    {
      verdict: 'inconclusive',
      version: 'signed, then written anew',
      scenes: 41,
      called: 41,
    },
  ],
  alteredScenes: 54,
  altered: [
    {
      change: 'changed-after-signing',
      scenes: 49,
      unverified: 1,
      found: 47,
    },
    {
      change: 'written-anew',
      scenes: 40,
      unverified: 40,
      found: 0,
    },
    {
      change: 'changed-in-later-save',
      scenes: 41,
      unverified: 41,
      found: 0,
    },
    {
      change: 'altered-picture-inside',
      scenes: 1,
      unverified: 1,
      found: 0,
    },
  ],
  laundered: {
    files: 68,
    unverified: 68,
  },
  calledAuthentic: 0,
};
