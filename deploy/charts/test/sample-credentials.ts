import { processNames } from '@assay/proto/processes';
import type { ProcessName } from '@assay/proto/processes';
import { commandSettings } from '../src/configuration/processes.ts';
import type { CommandName } from '../src/configuration/processes.ts';
import { entriesOf, table } from '../src/configuration/table.ts';

// A private key and a set of keys at once, so that it does for every credential that is JSON.
const keyOf = (process: string) => ({ kty: 'OKP', d: 'd', kid: process, keys: [{ kid: process }] });

/** What a Secret may hold for every variable of a process, or of one of its commands, that comes from one. */
export function sampleCredentials(
  process: ProcessName,
  command?: CommandName,
): Readonly<Record<string, string>> {
  const ofCommand = command === undefined ? [] : entriesOf(commandSettings[command]);
  const credentials = [...table[process], ...ofCommand].filter(({ group }) => group === 'secret');
  return Object.fromEntries(
    credentials.map(({ variable, form }) => {
      if (variable === 'SMTP_URL') return [variable, 'smtp://mail.example.org'];
      const isJson = form['type'] === 'object';
      return [variable, isJson ? JSON.stringify(keyOf(process)) : Buffer.alloc(32, 1).toString('base64')];
    }),
  );
}

/** Every credential that a process cannot do without, as `secrets` names them one by one. */
export const requiredCredentials = Object.fromEntries(
  processNames.flatMap((process) =>
    table[process]
      .filter(({ group, required }) => group === 'secret' && required)
      .map(({ name }) => [name, { existingSecret: 'own' }]),
  ),
);
