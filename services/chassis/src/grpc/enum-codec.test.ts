import { LedgerEntryType } from '@assay/proto/billing/v1/account';
import { TransactionStatus, TransactionType } from '@assay/proto/billing/v1/transaction';
import { PipelineStatus, PipelineTier, StageType } from '@assay/proto/catalog/v1/pipeline';
import { EnrichmentStatus, EnrichmentStep, FileOrigin, PrivacyLevel } from '@assay/proto/files/v1/file';
import { PipelineRunStatus } from '@assay/proto/files/v1/pipeline_run';
import { SpendPeriod } from '@assay/proto/identity/v1/api_key';
import { InputDataScope } from '@assay/proto/inputdata/v1/input_data_set';
import { InvitationStatus } from '@assay/proto/organizations/v1/invitation';
import { ProjectType } from '@assay/proto/projects/v1/project';
import { ClaimVerdict, ConfidenceMeaning, RunStatus, StageStatus, Verdict } from '@assay/proto/runs/v1/run';
import { ReportFormat } from '@assay/proto/runs/v1/runs_service';
import { WorkflowStatus } from '@assay/proto/workflows/v1/workflow';
import { describe, expect, it } from 'vitest';
import { createEnumCodec } from './enum-codec.ts';

/** The words that are stored in documents and written in events: a change of one would orphan them. */
const storedWords: readonly [Readonly<Record<string, string>>, readonly Lowercase<string>[]][] = [
  [ClaimVerdict, ['supported', 'contradicted', 'not_checkable']],
  [ConfidenceMeaning, ['posterior', 'coverage']],
  [EnrichmentStatus, ['pending', 'running', 'completed', 'failed']],
  [EnrichmentStep, ['fetching', 'reading', 'measuring', 'picturing']],
  [FileOrigin, ['user_upload', 'workflow_generated']],
  [InputDataScope, ['project', 'organization']],
  [InvitationStatus, ['pending', 'accepted', 'declined', 'expired']],
  [LedgerEntryType, ['hold', 'release', 'charge', 'refund', 'top_up']],
  [PipelineRunStatus, ['pending', 'running', 'completed', 'failed']],
  [PipelineStatus, ['active', 'maintenance', 'deprecated']],
  [PrivacyLevel, ['private', 'sensitive', 'internal', 'public']],
  [ProjectType, ['standard', 'research']],
  [ReportFormat, ['html', 'json', 'md', 'pdf']],
  [RunStatus, ['pending', 'running', 'awaiting_crowd', 'completed', 'failed']],
  [SpendPeriod, ['day', 'month']],
  [StageStatus, ['pending', 'running', 'awaiting_crowd', 'completed', 'failed', 'skipped']],
  [StageType, ['ai', 'crowd']],
  [TransactionStatus, ['pending', 'succeeded', 'failed', 'canceled']],
  [TransactionType, ['charge', 'refund']],
  [Verdict, ['authentic', 'manipulated', 'synthetic', 'inconclusive', 'unverified']],
  [WorkflowStatus, ['in_progress', 'finished', 'no_result', 'error']],
];

function readWords(values: Readonly<Record<string, string>>, separator?: '_' | '-') {
  const codec = createEnumCodec(values, separator);
  return Object.values(values).map((value) => codec.fromMessage(value));
}

describe('createEnumCodec', () => {
  it.each(storedWords)('maps the values of %o to the words that are stored', (values, words) => {
    expect(readWords(values)).toEqual([undefined, ...words, undefined]);
    const codec = createEnumCodec(values);
    const known = Object.values(values).slice(1, -1);
    expect(words.map((word) => codec.toMessage(word))).toEqual(known);
  });

  it('maps the tiers of pipelines to words with hyphens', () => {
    const words = ['ai-only', 'ai-crowd', 'context-only', 'multi-file'] as const;
    expect(readWords(PipelineTier, '-')).toEqual([undefined, ...words, undefined]);
    const tiers = createEnumCodec(PipelineTier, '-');
    expect(words.map((word) => tiers.toMessage(word))).toEqual(Object.values(PipelineTier).slice(1, -1));
  });

  it('reads an unset field as undefined and refuses an unknown value with the words that there are', () => {
    const statuses = createEnumCodec(WorkflowStatus);
    expect(statuses.read('status', WorkflowStatus.UNSPECIFIED)).toBeUndefined();
    expect(statuses.read('status', WorkflowStatus.NO_RESULT)).toBe('no_result');
    const refused = expect.objectContaining({
      status: 'INVALID_ARGUMENT',
      message: 'status must be in_progress, finished, no_result or error',
      details: { field: 'status' },
    }) as unknown;
    expect(() => statuses.read('status', WorkflowStatus.UNRECOGNIZED)).toThrow(refused);
    expect(() => statuses.readRequired('status', WorkflowStatus.UNSPECIFIED)).toThrow(refused);
  });
});
