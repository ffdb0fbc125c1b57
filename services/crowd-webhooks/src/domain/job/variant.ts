/** The content of a task: the values that its survey shows, and its files. */
export interface Variant {
  /** The value of each list, by the name of the list. */
  readonly values: Readonly<Record<string, string>>;
  readonly fileIds: readonly string[];
  /** The names of the files when the job was created, in the same order. Workers never see them. */
  readonly fileNames?: readonly string[];
}

/** The variant of a job that names no input. */
export const emptyVariant: Variant = { values: {}, fileIds: [] };

/** The variants of a job. Those with known answers are golden tasks. */
export interface Variants {
  readonly normal: readonly Variant[];
  readonly golden: readonly Variant[];
}
