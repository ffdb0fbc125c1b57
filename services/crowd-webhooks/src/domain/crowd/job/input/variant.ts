/** The value of each list, by the name of the list. */
export type Values = Readonly<Record<string, string>>;

/** A row of the values that a job stores once. */
export interface ValueRef {
  readonly chunk: number;
  readonly row: number;
}

/** The content of a task: the values that its survey shows, and its files. */
export interface Variant {
  /** Missing if the variant names its values by `refs`. `readValues` reads both. */
  readonly values?: Values;
  /** The rows whose values the variant has, in the order of its lists. */
  readonly refs?: readonly ValueRef[];
  readonly fileIds: readonly string[];
  /** The names of the files when the job was created, in the same order. Workers never see them. */
  readonly fileNames?: readonly string[];
}

/** Rows of lists that go in step. A job whose lists multiply stores each once, and its tasks refer to them. */
export interface ValueChunk {
  /** Numbers the chunks of a job, from 0. */
  readonly number: number;
  /** The names of the lists. */
  readonly names: readonly string[];
  /** The values of each row, in the order of the names. */
  readonly rows: readonly (readonly string[])[];
}

/** The variants of a job. Those with known answers are golden tasks. */
export interface Variants {
  readonly normal: readonly Variant[];
  readonly golden: readonly Variant[];
  /** The values to which the variants refer. Empty if each variant has its own. */
  readonly chunks: readonly ValueChunk[];
}
