import { createEnumCodec } from '@assay/chassis/grpc/enum-codec';
import type { Page } from '@assay/chassis/pagination';
import { IssueType } from '@assay/proto/datasets/v1/versions_service';
import type { DatasetIssue, IssuePage } from '@assay/proto/datasets/v1/versions_service';
import type { Issue } from '../domain/issue/issue.ts';
import type { ListedIssues } from '../domain/issue/list-issues.ts';

export const issueTypes = createEnumCodec(IssueType);

export function toIssuePage(
  { scannedAt, items, total, totalIsExact, nextCursor }: ListedIssues,
  { limit, offset }: Page,
): IssuePage {
  const data = items.map(toIssueMessage);
  return { data, total, totalIsExact, limit, offset, nextCursor, scannedAt };
}

function toIssueMessage({ type, fileIds, facts, ...rest }: Issue): DatasetIssue {
  return { ...rest, type: issueTypes.toMessage(type), fileIds: [...fileIds], facts: facts && { ...facts } };
}
