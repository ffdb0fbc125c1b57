import type { TextFacts } from '../../text/text-facts.ts';
import type { StatedTime } from './stated-time.ts';

/** What a document says of its making; absent keys are not known. */
export interface DocumentProperties {
  readonly title?: string;
  readonly author?: string;
  readonly lastModifiedBy?: string;
  /** The program it was written in. */
  readonly creatorTool?: string;
  /** The program that made the file. */
  readonly producer?: string;
  /** ISO 8601 in UTC. */
  readonly createdAt?: string;
  readonly createdAtBasis?: StatedTime['basis'];
  readonly modifiedAt?: string;
  readonly modifiedAtBasis?: StatedTime['basis'];
}

/** What is known of the text of a document. */
export interface DocumentText extends TextFacts {
  /** Present and false when the text is too long to be read to its end, or parts of it cannot be read. */
  readonly textIsComplete?: false;
}

/** What is read out of a document of any type; absent keys are not known. */
export interface DocumentFacts extends DocumentProperties, Partial<DocumentText> {
  readonly pageCount?: number;
  /** Whether it holds digital signatures, which are not verified. */
  readonly hasSignatures?: boolean;
  readonly signatureCount?: number;
  /** How many times it was saved without being written anew, the first save among them. */
  readonly revisionCount?: number;
  /** The saves behind the first, without those that added a signature over all that was there. */
  readonly incrementalUpdates?: number;
  /** Names, sorted. */
  readonly fonts?: readonly string[];
  /** What tells saves apart: the ids in the trailer of a PDF, the rsids of a Word document. */
  readonly revisionIds?: readonly string[];
  /** How many there are, when not all are listed. */
  readonly revisionIdCount?: number;
  /** How often a Word document was saved, as it says. */
  readonly revisionNumber?: number;
  /** Whether its content is encrypted; what is known of it then may be little. */
  readonly isEncrypted: boolean;
}

/** The times of a document under the names of {@link DocumentProperties}. */
export function statedTimes(
  created: StatedTime | undefined,
  modified: StatedTime | undefined,
): Pick<DocumentProperties, 'createdAt' | 'createdAtBasis' | 'modifiedAt' | 'modifiedAtBasis'> {
  return {
    ...(created === undefined ? {} : { createdAt: created.time, createdAtBasis: created.basis }),
    ...(modified === undefined ? {} : { modifiedAt: modified.time, modifiedAtBasis: modified.basis }),
  };
}

type Known<T> = { [K in keyof T]: Exclude<T[K], undefined> };

/** The members that have a value. */
export function known<T extends object>(members: T): Partial<Known<T>> {
  // What is left after the filter has exactly the type that is claimed.
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Partial<
    Known<T>
  >;
}
