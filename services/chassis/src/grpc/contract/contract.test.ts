import { MethodOptions_IdempotencyLevel as Level } from '@bufbuild/protobuf/wkt';
import { describe, expect, it } from 'vitest';
import { callTimeoutMs, contract } from './contract.ts';

const rpcs = [...contract()].flatMap((declared) => (declared.kind === 'service' ? declared.methods : []));
const own = rpcs.filter(({ parent }) => parent.typeName.startsWith('assay.'));
const named = (pattern: RegExp) => own.map(({ name }) => name).filter((name) => pattern.test(name));
const ofLevel = (...levels: Level[]) =>
  own.filter(({ idempotency }) => levels.includes(idempotency)).map(({ name }) => name);

describe('the contract', () => {
  it('gives an idempotency level to exactly the rpcs that may be repeated', () => {
    expect(ofLevel(Level.NO_SIDE_EFFECTS, Level.IDEMPOTENT)).toEqual(
      named(
        /^(Get|List|Count|Summarize|Estimate|PreviewSurvey|BatchGet|Authenticate|Confirm|CompleteUpload|Read|Diff|Open|Commit|AcceptUpload|Finish|Discard|Copy|AddDerived|EnrichDataset|Unlist|RemoveDataset|UpdateWorkerProfile|SetQualification|RemoveQualification|BlockWorker|UnblockWorker|PrepareRenditions|CreateWorkLinks|LockInput)/u,
      ),
    );
  });

  it('gives a longer timeout to the rpcs that copy or read large files, repeat a run, or change many tasks', () => {
    const slow = own.filter(({ parent, name }) => callTimeoutMs(`/${parent.typeName}/${name}`, 10) > 10);
    const expected = [
      ...['CommitUpload', 'AddFilesFromProject', 'AddFilesFromDataset', 'CopyFiles'],
      ...['CompleteUpload', 'ReplayRun', 'RotateWebhookSecret', 'TestWebhook', 'RecoverWebhook'],
      ...['CreateCrowdJob', 'ExtendCrowdJob', 'ArchiveCrowdJob', 'GetCrowdJobStats', 'ListCrowdConsensus'],
      ...['AcceptCrowdAnswers', 'ClaimTask', 'ExtendClaim'],
      ...['RecoverJobWebhook', 'RotateJobWebhookSecret', 'TestJobWebhook'],
    ];
    expect(slow.map(({ name }) => name).toSorted()).toEqual(expected.toSorted());
    expect(callTimeoutMs('/assay.files.v1.UploadsService/CompleteUpload', 10)).toBe(120_000);
    expect(callTimeoutMs('/assay.files.v1.UploadsService/CompleteUpload', 200_000)).toBe(200_000);
  });

  it('declares only reading rpcs as free of side effects', () => {
    const mayWrite = [
      ...['GetBalance', 'ListBalances', 'GetBilling', 'ListLedger', 'ListTransactions', 'GetTransaction'],
      ...['AuthenticateBearerToken', 'ConfirmHold', 'CompleteUpload', 'CommitUpload', 'CopyFiles'],
      ...['AcceptUpload', 'FinishUpload', 'DiscardUpload', 'AddDerivedFiles', 'EnrichDatasetFiles'],
      ...['UnlistDatasetFiles', 'RemoveDatasetFiles', 'PrepareRenditions', 'CreateWorkLinks'],
      ...['LockInputDataSet', 'UpdateWorkerProfile', 'SetQualification', 'RemoveQualification'],
      ...['BlockWorker', 'UnblockWorker', 'AuthenticateGuest'],
    ];
    expect(ofLevel(Level.IDEMPOTENT).sort()).toEqual(mayWrite.sort());
  });
});
