import { describe, expect, it } from 'vitest';
import {
  ConfigError,
  integer,
  listOf,
  oneOf,
  optional,
  optionalText,
  port,
  readConfig,
  text,
  url,
} from '../src/config.ts';

const settings = {
  address: text('ADDRESS'),
  level: oneOf('LEVEL', ['low', 'high'], 'low'),
  limit: integer('LIMIT', { min: 1, max: 10, fallback: 5 }),
  note: optionalText('NOTE'),
  share: optional(integer('SHARE', { min: 1 })),
  port: port('PORT', 0),
  roles: listOf('ROLES', ['api', 'worker'], ['api', 'worker']),
  detector: optional(url('DETECTOR')),
};

describe('readConfig', () => {
  it('fills in what has a default and leaves out what is optional', () => {
    expect(readConfig(settings, { ADDRESS: 'here' })).toEqual({
      address: 'here',
      level: 'low',
      limit: 5,
      note: undefined,
      share: undefined,
      port: 0,
      roles: ['api', 'worker'],
      detector: undefined,
    });
  });

  it('names every variable that is missing or malformed, in one error', () => {
    const environment = {
      LEVEL: 'middle',
      LIMIT: '11',
      PORT: '80a',
      SHARE: '0',
      ROLES: 'api,cook',
      DETECTOR: 'ftp://a',
    };
    const read = (): unknown => readConfig(settings, environment);
    expect(read).toThrow(ConfigError);
    for (const name of [
      'ADDRESS is missing',
      'LEVEL must be',
      'LIMIT must be',
      'PORT must be',
      'ROLES must be',
      'DETECTOR must be',
      'SHARE must be',
    ]) {
      expect(read).toThrow(name);
    }
  });

  it('takes an empty variable for one that is not set', () => {
    expect(() => readConfig({ address: settings.address }, { ADDRESS: '' })).toThrow('ADDRESS is missing');
  });

  it('never repeats the value of a variable, which may be a secret', () => {
    expect(() => readConfig({ level: settings.level }, { LEVEL: 's3cret' })).not.toThrow('s3cret');
  });
});
