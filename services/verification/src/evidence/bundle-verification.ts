import type { Statement } from './statement.ts';

/** A part of a bundle, and what is wrong with it in words that follow its name. */
export interface BundleProblem {
  /** The name of a part, or `archive` for what belongs to none. */
  readonly part: string;
  readonly reason: string;
}

export interface BundleVerification {
  readonly isValid: boolean;
  /** Undefined where the statement of the bundle does not hold. */
  readonly signed: { readonly by: string; readonly statement: Statement } | undefined;
  /** At most 100, in the order of the archive. */
  readonly problems: readonly BundleProblem[];
}

export const archivePart = 'archive';
export const maxProblems = 100;

/** Makes a name from an archive safe to print. */
export function toPrintable(name: string): string {
  return name.replace(/[^\x20-\x7e]/gu, '?').slice(0, 200);
}
