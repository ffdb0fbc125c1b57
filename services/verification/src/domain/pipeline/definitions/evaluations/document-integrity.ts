import type { PublishedEvaluation } from './published-evaluation.ts';

/** Written by `npm run evaluate -- --pipeline document-integrity --publish`; not to be edited by hand. */
export const documentIntegrityEvaluation: PublishedEvaluation = {
  material: {
    scenes: 'documents',
    files: 'documents',
    launderedBy: 'Printed to a file afterwards, or saved anew without the signature',
  },
  checks: {
    c2pa: '3',
    'pdf-metadata': '1',
    'pdf-hidden-text': '1',
    'docx-history': '1',
    'pdf-signatures': '3',
    'docx-signatures': '1',
    'pdf-revisions': '6',
    'document-pictures': '3',
  },
  innocentScenes: 115,
  called: {
    manipulated: 0,
    synthetic: 0,
    inconclusive: 83,
  },
  alteredScenes: 94,
  altered: [
    {
      change: 'changed-in-later-save',
      scenes: 83,
      unverified: 20,
      found: 82,
    },
    {
      change: 'changed-after-signing',
      scenes: 93,
      unverified: 5,
      found: 93,
    },
    {
      change: 'written-anew',
      scenes: 82,
      unverified: 82,
      found: 0,
    },
    {
      change: 'altered-picture-inside',
      scenes: 7,
      unverified: 7,
      found: 0,
    },
  ],
  innocentVersions: 11,
  sources: 25,
  calledVersions: [
    {
      verdict: 'inconclusive',
      version: 'original',
      scenes: 115,
      called: 2,
    },
    {
      verdict: 'inconclusive',
      version: 'title changed in a later save',
      scenes: 83,
      called: 2,
    },
    {
      verdict: 'inconclusive',
      version: 'commented in a later save',
      scenes: 83,
      called: 2,
    },
    {
      verdict: 'inconclusive',
      version: 'stamped in a later save',
      scenes: 83,
      called: 2,
    },
    {
      verdict: 'inconclusive',
      version: 'signed',
      scenes: 115,
      called: 2,
    },
    {
      verdict: 'inconclusive',
      version: 'signed, then commented',
      scenes: 83,
      called: 2,
    },
    {
      verdict: 'inconclusive',
      version: 'signed, then written anew',
      scenes: 83,
      called: 83,
    },
  ],
  laundered: {
    files: 153,
    unverified: 153,
  },
  calledAuthentic: 0,
};
