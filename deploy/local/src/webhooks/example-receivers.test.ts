import { X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { allowExampleReceivers, describeReceivers } from './example-receivers.ts';
import { provideReceiverCertificate } from './receiver-certificate.ts';
import type { ReceiverFiles } from './receiver-certificate.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-certificates-'));
});
afterEach(() => rm(folder, { recursive: true }));

const readCertificate = async (file: string) => new X509Certificate(await readFile(file));

async function readCertificates({ authority, certificate }: ReceiverFiles) {
  return { authority: await readCertificate(authority), own: await readCertificate(certificate) };
}

const days = (count: number) => new Date(Date.now() + count * 86_400_000);

describe('the certificate of the example receivers', () => {
  it('is for 127.0.0.1 alone, and signed by an authority that can sign no other authority', async () => {
    const files = await provideReceiverCertificate(folder);
    const { authority, own } = await readCertificates(files);
    expect(own.verify(authority.publicKey)).toBe(true);
    expect([own.subjectAltName, own.ca, authority.ca]).toEqual(['IP Address:127.0.0.1', false, true]);
    expect((await stat(files.key)).mode & 0o777).toBe(0o600);
  });

  it('is kept by the next start, and renewed 30 days before its end', async () => {
    const { certificate } = await provideReceiverCertificate(folder);
    const first = (await readCertificate(certificate)).serialNumber;
    await provideReceiverCertificate(folder, days(334));
    expect((await readCertificate(certificate)).serialNumber).toBe(first);
    await provideReceiverCertificate(folder, days(336));
    expect((await readCertificate(certificate)).serialNumber).not.toBe(first);
  });

  it('is created again when a file is damaged or of another certificate', async () => {
    const files = await provideReceiverCertificate(folder);
    await writeFile(files.authority, 'no certificate');
    const { authority, own } = await readCertificates(await provideReceiverCertificate(folder));
    expect(own.checkIssued(authority)).toBe(true);
  });
});

describe('allowExampleReceivers', () => {
  it('allows the addresses of both examples', async () => {
    const allowed = await allowExampleReceivers({ stateDir: folder, port: 8080 }, { webhooks: {} });
    expect(allowed).toEqual({
      WEBHOOK_ALLOWED_ADDRESSES: '127.0.0.1:9443,127.0.0.1:9444',
      WEBHOOK_CA_FILE: join(folder, 'webhooks', 'authority.pem'),
    });
  });

  it('leaves addresses of the environment as they are', async () => {
    const webhooks = { WEBHOOK_ALLOWED_ADDRESSES: '127.0.0.1:8443' };
    expect(await allowExampleReceivers({ stateDir: folder, port: 8080 }, { webhooks })).toBe(webhooks);
  });

  it('moves the ports of the examples with the port of the platform, and says how to start them', async () => {
    const allow = (port: number) => allowExampleReceivers({ stateDir: folder, port }, { webhooks: {} });
    const webhooks = await allow(9000);
    expect(webhooks['WEBHOOK_ALLOWED_ADDRESSES']).toBe(
      '127.0.0.1:10363,127.0.0.1:10364,127.0.0.1:9443,127.0.0.1:9444',
    );
    expect(
      describeReceivers({ webhooks, publicUrl: 'http://127.0.0.1:9000' }, 'the desk').join('\n'),
    ).toContain(
      'for https://127.0.0.1:10364/ run WEBHOOK_SECRET=whsec_… python3 deploy/local/examples/receiver.py --port 10364',
    );
    expect((await allow(64_500))['WEBHOOK_ALLOWED_ADDRESSES']).toBe('127.0.0.1:9443,127.0.0.1:9444');
  });
});
