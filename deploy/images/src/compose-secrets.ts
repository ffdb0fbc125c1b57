import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { processSecrets } from '@assay/local/platform/process-secrets';
import { loadSecrets } from '@assay/local/platform/secrets';
import { natsConfiguration, natsUrl } from '@assay/local/servers/nats';
import type { LocalSecrets } from '@assay/local/platform/secrets';
import { processNames, processes } from '@assay/proto/processes';
import type { ProcessName } from '@assay/proto/processes';

type Variables = Readonly<Record<string, string>>;

/** Writes the files of variables that `deploy/compose.yaml` names, readable by their owner alone. Existing secrets stay. */
export async function writeComposeSecrets(folder: string): Promise<LocalSecrets> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const secrets = await loadSecrets(join(folder, 'secrets.json'));
  const { accessKeyId, secretAccessKey } = secrets.s3Keys;
  const files: [name: string, variables: Variables][] = [
    ...processNames.map((name): [string, Variables] => [name, secretsOf(name, secrets)]),
    ['s3', { ROOT_ACCESS_KEY: accessKeyId, ROOT_SECRET_KEY: secretAccessKey }],
  ];
  await writeFile(
    join(folder, 'nats.conf'),
    natsConfiguration('0.0.0.0:4222', '/data', secrets.natsPasswords),
    { mode: 0o644 },
  );
  for (const [name, variables] of files) {
    // No value contains an apostrophe, and between two apostrophes every character is literal.
    const lines = Object.entries(variables).map(([variable, value]) => `${variable}='${value}'\n`);
    await writeFile(join(folder, `${name}.env`), lines.join(''), { mode: 0o600 });
  }
  return secrets;
}

/** The variables of a process that are secrets. */
export function secretsOf(name: ProcessName, secrets: LocalSecrets): Variables {
  return {
    ...processSecrets(name, secrets),
    ...(processes[name].usesNats && { NATS_URL: natsUrl('nats:4222', name, secrets.natsPasswords) }),
    ...(processes[name].needs.includes('storage') && {
      S3_ACCESS_KEY_ID: secrets.s3Keys.accessKeyId,
      S3_SECRET_ACCESS_KEY: secrets.s3Keys.secretAccessKey,
    }),
    ...(name === 'billing' && { PAYMENT_MOCK_SECRET: secrets.paymentMockSecret }),
  };
}
