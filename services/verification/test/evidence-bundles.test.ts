import { Buffer } from 'node:buffer';
import { newId } from '@assay/chassis/ids';
import { EvidenceBundlesServiceService } from '@assay/proto/evidence/v1/evidence_bundles_service';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { createRest } from '@assay/test-kit/rest';
import { callBy, callByService } from '@assay/test-kit/test-platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bytesInMemory } from '../src/evidence/byte-source.ts';
import { keySetOf } from '../src/evidence/signing-keys.ts';
import { verifyBundle } from '../src/evidence/verify-bundle.ts';
import { startWithCompletedRun } from './run-platform.ts';
import type { RunPlatform } from './run-platform.ts';

let on: RunPlatform;
let runId: string;
let path: string;

beforeAll(async () => {
  ({ on, runId, path } = await startWithCompletedRun());
  path = `${path}/evidence-bundle`;
});
afterAll(() => on.stop());

const bundles = () => on.platform.connect('verification').client(EvidenceBundlesServiceService);
const asGateway = () => on.platform.connect('verification', 'gateway').client(EvidenceBundlesServiceService);
const gateway = () => callByService('gateway', '');

async function download(): Promise<Buffer> {
  const { bundleLink } = await bundles().createBundleLink(on.user, { runId, projectId: '' });
  const answer = await fetch(bundleLink?.url ?? '');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
  expect(answer.headers.get('content-disposition')).toContain(`evidence-${runId}.zip`);
  return Buffer.from(await answer.arrayBuffer());
}

describe('the evidence bundle of a completed run', () => {
  it('is the same whenever it is asked for, and holds what the run has found', async () => {
    const bytes = await download();
    expect((await download()).equals(bytes)).toBe(true);
    const { keySet } = await asGateway().listBundleKeys(gateway(), {});
    const { isValid, signed } = await verifyBundle(
      bytesInMemory(bytes),
      keySetOf({ keys: keySet?.keys ?? [] }),
    );
    expect(isValid).toBe(true);
    expect(signed?.statement.about).toMatchObject({ runId, revision: 1, verdict: 'unverified' });
    const names = signed?.statement.parts.map(({ name }) => name) ?? [];
    const documents = ['run', 'files', 'enrichment', 'context', 'conclusion', 'report'];
    expect(names).toEqual(expect.arrayContaining(documents.map((name) => `${name}.json`)));
    expect(names.filter((name) => name.startsWith('stages/')).length).toBeGreaterThan(3);
    const { artifacts } = await on.runs.listArtifacts(on.user, { runId, projectId: '' });
    const stated = new Set(signed?.statement.parts.map(({ sha256 }) => sha256));
    expect(artifacts.filter(({ sha256 }) => !stated.has(sha256))).toEqual([]);
  });

  it('is checked by everybody, with the altered part named', async () => {
    const bytes = await download();
    const nobody = createRest(on.platform.baseUrl, {});
    const verify = async (content: Buffer) => {
      const url = `${on.platform.baseUrl}/v2/evidence-bundles/verify`;
      const headers = { 'content-type': 'application/zip' };
      const answer = await fetch(url, { method: 'POST', headers, body: new Uint8Array(content) });
      return (await answer.json()) as object;
    };
    const signer = 'evidence-bundles';
    expect(await verify(bytes)).toEqual({ valid: true, runId, signer, problems: [] });
    const at = bytes.indexOf('"pipelineSlug"', bytes.indexOf('run.json'));
    bytes[at + 1] = 0x50;
    const problem = { part: 'run.json', reason: 'does not have the SHA-256 that was signed' };
    expect(await verify(bytes)).toEqual({ valid: false, runId, signer, problems: [problem] });
    const { body } = await nobody.get('/v2/keys');
    expect(body).toEqual({
      keys: [expect.objectContaining({ kid: signer, kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig' })],
    });
    expect(JSON.stringify(body)).not.toContain('"d"');
  });

  it('of another organization is as unknown as one that does not exist', async () => {
    const stranger = callBy();
    const foreign = await catchRefusal(bundles().createBundleLink(stranger, { runId, projectId: '' }));
    expect(foreign).toMatchObject({ status: 'NOT_FOUND', message: 'The run was not found. Check its id.' });
    const missing = { runId: newId(), projectId: '' };
    expect(await catchRefusal(bundles().createBundleLink(stranger, missing))).toEqual(foreign);
    const elsewhere = { runId, projectId: newId() };
    expect(await catchRefusal(bundles().createBundleLink(on.user, elsewhere))).toEqual(foreign);
  });

  it('has public keys and a verification that the gateway alone may call', async () => {
    const channel = on.platform.connect('verification', 'billing');
    const others = [
      { client: bundles(), call: on.user },
      { client: channel.client(EvidenceBundlesServiceService), call: callByService('billing') },
    ];
    for (const { client, call } of others) {
      const refusal = { status: 'PERMISSION_DENIED' };
      expect(await catchRefusal(client.listBundleKeys(call, {}))).toMatchObject(refusal);
      expect(await catchRefusal(client.verifyBundle(call, { content: Buffer.from('x') }))).toMatchObject(
        refusal,
      );
    }
  });

  it('is not there before the run is completed', async () => {
    const run = await on.startWith();
    const ref = { runId: run?.id ?? '', projectId: '' };
    await on.runs.cancelRun(on.user, ref);
    expect(await catchRefusal(bundles().createBundleLink(on.user, ref))).toMatchObject({
      status: 'FAILED_PRECONDITION',
      reason: 'RUN_NOT_COMPLETED',
      details: { state: 'failed', allowed: ['completed'] },
    });
    const { status } = await on.rest.get(path.replace(runId, ref.runId));
    expect(status).toBe(409);
  });
});
