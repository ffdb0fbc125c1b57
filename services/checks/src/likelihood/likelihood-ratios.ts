/**
 * Engineering likelihood ratios of structural checks: log10 of how much more often the fact is met when the proposition
 * is true than when the file is an innocent camera file. They are judgements, not measurements; each row says why, and a
 * change here needs a second reader. Statistical checks do not belong here: theirs are calibrated.
 */
export interface LikelihoodRow {
  readonly proposition: 'manipulated' | 'synthetic' | 'authentic';
  readonly llr: number;
  readonly reason: string;
}

export const likelihoodRatios = {
  'content-hash-mismatch': {
    proposition: 'manipulated',
    llr: 3,
    reason:
      'The bytes are not those that were signed, and the signed preview or the signed hash of a part shows that the content changed. The rest covers defective signers.',
  },
  'content-hash-alone': {
    proposition: 'manipulated',
    llr: 0.75,
    reason:
      'Some byte is not the one that was signed. A rating, a keyword or a backup program does that too, so it leaves open what was changed.',
  },
  'manifest-mismatch': {
    proposition: 'manipulated',
    llr: 2.5,
    reason:
      'Signature or assertion hash does not match: what was vouched for was changed. The rest covers defective writers.',
  },
  'open-mismatch': {
    proposition: 'manipulated',
    llr: 0.8,
    reason:
      'Before C2PA 2.0 readers and writers disagreed on what was hashed; a mismatch leaves the question open.',
  },
  'declared-ai-origin': {
    proposition: 'synthetic',
    llr: 3,
    reason: 'trainedAlgorithmicMedia in a signed manifest, trusted or not: hardly anyone forges an AI label.',
  },
  'declared-ai-edit': {
    proposition: 'manipulated',
    llr: 1.8,
    reason: 'The editing tool itself declares generated parts; a few set the label for mere enhancement.',
  },
  'trusted-capture': {
    proposition: 'authentic',
    llr: 3,
    reason:
      'Intact chain to a capture device on the trust list, without edits. Photographing a screen stays possible.',
  },
  'generator-text': {
    proposition: 'synthetic',
    llr: 2.4,
    reason:
      'Generation settings, a workflow or a label in the metadata. Anybody can write them into a photograph, so they stay below 0.97.',
  },
  'generator-name': {
    proposition: 'synthetic',
    llr: 2,
    reason:
      'The software field names a generator; upscalers and galleries of such tools write it as well, rarely.',
  },
  'generator-text-in-camera-file': {
    proposition: 'synthetic',
    llr: 0.9,
    reason:
      'Maker note, layout, tables or preview of a camera speak against the text, which anybody can add: it leaves the question open.',
  },
  'metadata-contradiction': {
    proposition: 'manipulated',
    llr: 0.2,
    reason:
      'Dates, versions or values that exclude each other; dead clocks and rewriting software do that. Never adds up.',
  },
  'metadata-agrees': {
    proposition: 'authentic',
    llr: 0.3,
    reason:
      'Complete camera metadata without contradiction, easily copied; counts only with three other agreements.',
  },
  'camera-like-compression': {
    proposition: 'authentic',
    llr: 0.2,
    reason:
      'Laid out as a camera does and no table of a known program; no list of camera tables confirms it.',
  },
  'claim-contradicted': {
    proposition: 'manipulated',
    llr: 0.2,
    reason:
      'A wrong claim is about the claimant; clocks and memories err. Enough to show in the scorecard, not to decide.',
  },
  'claim-confirmed': {
    proposition: 'manipulated',
    llr: -0.2,
    reason:
      'Who fakes a picture can fit the metadata to the claim, so agreement weighs as little as its opposite.',
  },
  'document-changed-after-signing': {
    proposition: 'manipulated',
    llr: 2,
    reason:
      'Page content replaced behind the last signature: what is shown is not what was signed. Forms and comments are apart.',
  },
  'signed-part-changed': {
    proposition: 'manipulated',
    llr: 2,
    reason:
      'A part of the document is not what its signed digest was made of. Cryptographic; the rest covers programs that write parts anew.',
  },
  'package-signature-mismatch': {
    proposition: 'manipulated',
    llr: 0.7,
    reason:
      'Value, lists or selections of a document signature do not agree: rewritten, or a canonical form read unlike; not measured on real ones.',
  },
  'text-uncovered-after-signing': {
    proposition: 'manipulated',
    llr: 0.7,
    reason:
      'Text hidden at signing is seen since: a prepared attack, or a comment that lay on it was removed. Leaves the question open.',
  },
  'text-added-after-signing': {
    proposition: 'manipulated',
    llr: 0.7,
    reason:
      'Words or pages that the signer of Content Credentials did not sign, and nothing taken away: a stamp of an office, or a changed meaning. Leaves the question open.',
  },
  'signed-page-looks-different': {
    proposition: 'manipulated',
    llr: 0.75,
    reason:
      'A page looks different since it was signed, in a way that the signature does not permit, or something permitted hides what was signed; also a program that draws the same again in another way. Leaves the question open.',
  },
  'font-replaced-after-signing': {
    proposition: 'manipulated',
    llr: 0.7,
    reason:
      'Other outlines show other signs for the same text; a few programs embed fonts again when forms are filled. Leaves the question open.',
  },
  'signature-without-cover': {
    proposition: 'manipulated',
    llr: 0.7,
    reason:
      'The signed range ends with no state of the file: an attack, or a signed file that another program wrote anew, which does this every time.',
  },
  'document-changed-later': {
    proposition: 'manipulated',
    llr: 0.3,
    reason:
      'Page content replaced by a later save is an edit, which authors do to their own documents every day.',
  },
  'text-replaced-later': {
    proposition: 'manipulated',
    llr: 0.75,
    reason:
      'Words of an earlier save are covered or gone and others stand in their place. Authors correct their own documents so too: it leaves the question open.',
  },
  'text-covered-and-shown-anew': {
    proposition: 'manipulated',
    llr: 0.75,
    reason:
      'A number, date or name is painted over, and another one of its kind is shown in its place. Templates and authors who correct a file do so too: it leaves the question open.',
  },
  'frames-met-twice': {
    proposition: 'manipulated',
    llr: 0.7,
    reason:
      'Moving pictures return exactly: they were copied. Replays, loops and title sequences are copies too, so it only leaves the question open.',
  },
  'preview-shows-other-content': {
    proposition: 'manipulated',
    llr: 1.23,
    reason:
      'One place differs, all else agrees to a few grey levels. Of 140 scenes, each changed in one of four ways beside its old preview, 60 were found and of 140 pristine ones none was flagged, which supports a ratio of 17. Innocent: a date or logo printed after the preview was made.',
  },
  'preview-agrees': {
    proposition: 'authentic',
    llr: 0.2,
    reason:
      'Cameras write matching previews, and so do most editors; counts only with three other agreements.',
  },
} as const satisfies Readonly<Record<string, LikelihoodRow>>;
