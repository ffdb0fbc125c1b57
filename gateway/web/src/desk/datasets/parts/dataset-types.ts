import type { Dataset, DatasetIssue, DatasetVersion } from '../../../shared/api/api-types.ts';

export type Modality = Dataset['modality'];
export type VersionState = DatasetVersion['state'];
export type IssueType = DatasetIssue['type'];
/** Numbers of files by reason. */
export type Reasons = Readonly<Record<string, number>>;
