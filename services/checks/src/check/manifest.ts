import type { ExtractKind } from '@assay/media/decoder/media-extractor';
import type { CheckIdentity } from './check.ts';

/** How a person reads a finding of a check: with their own eyes and ears, and without falling for what is innocent. */
export interface FindingGuide {
  readonly lookFor: string;
  readonly ignore: string;
}

/** Evidence whose weight a file states by itself, so that published rates are counted apart with and without it. */
export type EvidenceBasis = 'credentials' | 'generator-text';

/** The property of a file on which the chance to find a change depends, and which facts of the check describe. */
export type DescribedProperty = 'save-history' | 'docx' | 'pdf-signature' | 'pdf-revision-count';

/** All that the product knows of a check before it runs, declared in `<kind>/<slug>/manifest.ts`. `version` is a whole number that only rises. */
export interface CheckManifest extends CheckIdentity {
  /** A name for people. */
  readonly title: string;
  /** Missing where a person has nothing to look at. */
  readonly guide?: FindingGuide;
  /** Parts of the file that are decoded before the check runs, since the process that runs it has no decoder for them. */
  readonly decodes?: readonly ExtractKind[];
  /** The papers and standards that the check implements. */
  readonly sources?: readonly string[];
  /** Set where the explanation of an open verdict repeats the statement of the check, even if it weighs nothing. */
  readonly isAlwaysNamed?: true;
  readonly basis?: EvidenceBasis;
  readonly describes?: DescribedProperty;
}
