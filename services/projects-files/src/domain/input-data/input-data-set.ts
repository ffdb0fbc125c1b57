import { DomainError } from '@assay/chassis/errors';

export type InputDataScope = 'project' | 'organization';

export interface InputDataList {
  readonly id: string;
  /** No other list of the set has it. */
  readonly name: string;
  readonly values: readonly string[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface InputDataGroup {
  readonly id: string;
  readonly name: string;
  /** None of which is in another group. */
  readonly listIds: readonly string[];
}

interface InputDataFacts {
  readonly id: string;
  readonly organizationId: string;
  /** In which it was made; it may be shown in others too. */
  readonly projectId: string;
  readonly name: string;
  readonly description: string | undefined;
  readonly scope: InputDataScope;
  readonly language: string;
  readonly uploaderId: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface InputDataSet extends InputDataFacts {
  readonly lists: readonly InputDataList[];
  readonly groups: readonly InputDataGroup[];
  /** The encoding of the CSV file that the set was imported from, as the Encoding Standard names it. */
  readonly encoding: string | undefined;
  /** How often it was changed. */
  readonly revision: number;
}

/** A set without its lists. */
export interface InputDataSummary extends InputDataFacts {
  readonly listCount: number;
  readonly valueCount: number;
}

export interface ListContent {
  readonly name: string;
  readonly values: readonly string[];
}

export interface GroupContent {
  readonly name: string;
  /** Names of lists of the set. */
  readonly lists: readonly string[];
}

/** What its owner says of a set. */
export interface InputDataContent {
  readonly name: string;
  readonly description?: string | undefined;
  readonly scope: InputDataScope;
  readonly language: string;
  readonly lists: readonly ListContent[];
  readonly groups: readonly GroupContent[];
  readonly encoding?: string | undefined;
}

/** What is left out stays, undefined clears. */
export type InputDataChanges = Partial<InputDataContent>;

/** Where a set is looked for. */
export interface InputDataPlace {
  readonly projectId: string;
  readonly dataSetId: string;
}

export function inUse(): DomainError {
  return new DomainError(
    'FAILED_PRECONDITION',
    'INPUT_DATA_IN_USE',
    'A job uses the input data. Wait until the job has ended.',
  );
}
