import { describe, expect, it } from 'vitest';
import { processNames } from '@assay/proto/processes';
import { environmentProblems } from '../src/configuration/environment-problems.ts';
import { ownSecrets, setByChart, setByImage } from '../src/configuration/groups.ts';
import type { Group } from '../src/configuration/groups.ts';
import { commandSettings, configurations } from '../src/configuration/processes.ts';
import { quantityOf } from '../src/configuration/quantity.ts';
import { settingsSchema } from '../src/configuration/settings-schema.ts';
import { entriesOf, table } from '../src/configuration/table.ts';
import type { Entry } from '../src/configuration/table.ts';

const entries = processNames.flatMap((name) => table[name]);
const settings = processNames.flatMap((name) => Object.values(configurations[name].settings));
const allEntries = [...entries, ...entriesOf(commandSettings.backup)];
const namesOf = (some: readonly { readonly variable: string }[]) =>
  [...new Set(some.map(({ variable }) => variable))].sort();
const variablesIn = (group: Group) => namesOf(entries.filter((entry) => entry.group === group));

describe('a setting', () => {
  it('says in sentences what it decides, with the unit of a number', () => {
    const units = { _MS: 'milliseconds', _BYTES: 'bytes', _CENTS: 'cents' };
    const isSaid = ({ variable, about }: Entry): boolean =>
      /^[A-Z].+\.$/su.test(about) &&
      Object.entries(units).every(([end, unit]) => !variable.endsWith(end) || about.includes(unit));
    expect(namesOf(allEntries.filter((entry) => !isSaid(entry)))).toEqual([]);
  });

  it('takes its own default', () => {
    for (const { fallback, read } of settings.filter((setting) => setting.fallback !== ''))
      expect(() => fallback === undefined || read(fallback)).not.toThrow();
  });

  it.each(processNames)('of %s has a name of its own in values', (process) => {
    expect(new Set(table[process].map(({ name }) => name)).size).toBe(table[process].length);
  });
});

describe('a variable', () => {
  it('that several settings read means the same in all of them', () => {
    for (const sharing of Map.groupBy(settings, ({ variable }) => variable).values()) {
      const said = sharing.map(({ read: _read, unset: _unset, ...same }) => same);
      for (const other of said) expect(other).toEqual(said[0]);
    }
  });

  it('is said by values, by a Secret, by the chart or by the image, and by one of them alone', () => {
    expect(variablesIn('chart')).toEqual([...setByChart].sort());
    expect(variablesIn('image')).toEqual([...setByImage].sort());
    expect(variablesIn('secret')).toEqual(namesOf(settings.filter(({ secret }) => secret)));
    expect(variablesIn('secret')).toEqual(expect.arrayContaining([...ownSecrets]));
    const groups = (['values', 'secret', 'chart', 'image'] as const).flatMap(variablesIn);
    expect(groups.sort()).toEqual(namesOf(settings));
  });

  it('that is named as credentials are comes from a Secret', () => {
    const credential =
      /_(KEY|KEYS|JWKS|SECRET|URI|PREVIOUS|NEXT)$|^(NATS|REDIS|SMTP)_URL$|_(ACCESS_KEY_ID|HEADERS)$|^SEED_USER_EMAIL$/u;
    const named = namesOf(entries).filter((name) => credential.test(name) && !name.endsWith('_PER_KEY'));
    expect(variablesIn('secret')).toEqual(named);
  });
});

describe('the schema of values', () => {
  const schema = settingsSchema();
  const namesIn = (definition: string) => Object.keys(schema[definition]?.['properties'] ?? {});

  it('has every setting of the values under its name, for all processes and for its own', () => {
    expect(namesIn('settings')).toEqual(expect.arrayContaining(['s3PublicEndpoint', 'trustedProxies']));
    expect(namesIn('settings.gateway')).toContain('trustedProxies');
    expect(namesIn('settings.billing')).not.toContain('trustedProxies');
    expect(schema['settings']?.['properties']).toMatchObject({
      storageMaxBytes: { type: 'integer', minimum: 0, default: 2 ** 40 },
    });
  });

  it('has credentials by reference alone, and nothing that the chart decides', () => {
    expect(namesIn('secrets')).toContain('mongodbUri');
    expect(namesIn('settings')).not.toContain('adminPort');
    expect(namesIn('settings').filter((name) => namesIn('secrets').includes(name))).toEqual([]);
  });
});

describe('the environment of a process', () => {
  const complete = {
    NATS_URL: 'nats://127.0.0.1:4222',
    INTERNAL_TOKEN_KEY: JSON.stringify({ kty: 'OKP', d: 'd', kid: 'billing' }),
    INTERNAL_TOKEN_JWKS: JSON.stringify({ keys: [{ kid: 'billing' }] }),
    MONGODB_URI: 'mongodb://127.0.0.1',
    MONGODB_DATABASE: 'billing',
    IDENTITY_ORG_ADDRESS: '127.0.0.1:1',
  };

  it('is fine when the process starts with it and reads all of it, beside what the system reads', () => {
    const environment = { ...complete, NODE_EXTRA_CA_CERTS: '/ca.crt', OTEL_SERVICE_NAME: 'billing' };
    expect(environmentProblems('billing', environment)).toEqual([]);
  });

  it('is refused as the process refuses it', () => {
    const { MONGODB_URI: _left, ...lacking } = complete;
    const problems = environmentProblems('billing', { ...lacking, NATS_REPLICAS: '6' });
    expect(problems).toEqual(['MONGODB_URI is missing', expect.stringMatching(/^NATS_REPLICAS must be/u)]);
    expect(environmentProblems('billing', { ...complete, PAYMENT_PROVIDER: 'stripe' })).toEqual([
      'STRIPE_SECRET_KEY is missing for stripe',
      'STRIPE_WEBHOOK_SECRET is missing for stripe',
    ]);
  });

  it('is that of a command where it is one', () => {
    const environment = { ...complete, BACKUP_TARGET: '/backups', BACKUP_ID: 'first' };
    expect(environmentProblems('billing', environment, 'backup')).toEqual([]);
    expect(environmentProblems('billing', environment)).toHaveLength(2);
    const { BACKUP_ID: _left, ...lacking } = environment;
    expect(environmentProblems('billing', lacking, 'backup')).toEqual(['BACKUP_ID is missing']);
  });

  it('has nothing that nobody reads', () => {
    const environment = { ...complete, S3_BUCKET: 'assay', WELCOME_CREDIT: '5' };
    const unread = ['S3_BUCKET is read by nobody', 'WELCOME_CREDIT is read by nobody'];
    expect(environmentProblems('billing', environment)).toEqual(unread);
  });
});

it.each([
  ['STORAGE_MAX_BYTES', 2 ** 40, '1 TiB'],
  ['UPLOAD_TIMEOUT_MS', 3_000_000, '50 min'],
  ['UPLOAD_MAX_VIDEO_BYTES', 2 ** 31 - 1, undefined],
  ['MAX_MEMBERS', 1024, undefined],
])('%s of %i is %s', (variable, value, said) => {
  expect(quantityOf(variable, value)).toBe(said);
});
