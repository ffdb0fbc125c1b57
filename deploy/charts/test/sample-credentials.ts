import type { ProcessName } from '@assay/proto/processes';
import { table } from '../src/configuration/table.ts';

// A private key and a set of keys at once, so that it does for every credential that is JSON.
const keyOf = (process: string) => ({ kty: 'OKP', d: 'd', kid: process, keys: [{ kid: process }] });

/** What a Secret may hold for every variable of a process that comes from one. */
export function sampleCredentials(process: ProcessName): Readonly<Record<string, string>> {
  const credentials = table[process].filter(({ group }) => group === 'secret');
  return Object.fromEntries(
    credentials.map(({ variable, form }) => {
      if (variable === 'SMTP_URL') return [variable, 'smtp://mail.example.org'];
      const isJson = form['type'] === 'object';
      return [variable, isJson ? JSON.stringify(keyOf(process)) : Buffer.alloc(32, 1).toString('base64')];
    }),
  );
}
