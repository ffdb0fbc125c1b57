/** The kind of an issue. */
export type IssueType =
  | 'near_duplicate'
  | 'exact_duplicate'
  | 'outlier'
  | 'corrupt'
  | 'low_information'
  | 'split_leakage'
  | 'blurry'
  | 'dark'
  | 'overexposed'
  | 'small'
  | 'lost_part';

/** A property of files that a person should look at. */
export interface Issue {
  readonly type: IssueType;
  /** From 0 to 1; 1 is the surest. */
  readonly score: number;
  readonly fileIds: readonly string[];
  /** One sentence. */
  readonly explanation: string;
  /** Such as the file that a job kept. */
  readonly facts?: Readonly<Record<string, unknown>>;
}

/** The issues of a scan that are listed. */
export interface FoundIssues {
  readonly issues: readonly Issue[];
  /** False if the scan found more of them. */
  readonly isComplete: boolean;
}
