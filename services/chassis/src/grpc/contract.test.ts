import { MethodOptions_IdempotencyLevel as Level } from '@bufbuild/protobuf/wkt';
import { describe, expect, it } from 'vitest';
import { callTimeoutMs, contract } from './contract.ts';

const rpcs = [...contract()].flatMap((declared) => (declared.kind === 'service' ? declared.methods : []));
const own = rpcs.filter(({ parent }) => parent.typeName.startsWith('assay.'));
const named = (pattern: RegExp) => own.map(({ name }) => name).filter((name) => pattern.test(name));
const ofLevel = (...levels: Level[]) =>
  own.filter(({ idempotency }) => levels.includes(idempotency)).map(({ name }) => name);

describe('the contract', () => {
  it('marks exactly the rpcs that may be repeated', () => {
    expect(ofLevel(Level.NO_SIDE_EFFECTS, Level.IDEMPOTENT)).toEqual(
      named(/^(Get|List|Count|Summarize|Estimate|BatchGet|Authenticate|Confirm|CompleteUpload)/u),
    );
  });

  it('gives more time than every other rpc to those that read large files or repeat a run', () => {
    const patient = own.filter(({ parent, name }) => callTimeoutMs(`/${parent.typeName}/${name}`, 10) > 10);
    expect(patient.map(({ name }) => name)).toEqual(['CompleteUpload', 'ReplayRun']);
    expect(callTimeoutMs('/assay.files.v1.UploadsService/CompleteUpload', 10)).toBe(120_000);
    expect(callTimeoutMs('/assay.files.v1.UploadsService/CompleteUpload', 200_000)).toBe(200_000);
  });

  it('marks as without side effects only what reads', () => {
    const mayWrite = [
      ...['GetBalance', 'ListBalances', 'GetBilling', 'ListLedger', 'ListTransactions', 'GetTransaction'],
      ...['AuthenticateBearerToken', 'ConfirmHold', 'CompleteUpload'],
    ];
    expect(ofLevel(Level.IDEMPOTENT).sort()).toEqual(mayWrite.sort());
  });
});
