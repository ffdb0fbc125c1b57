import { describe, expect, it } from 'vitest';
import {
  ConfigError,
  toVariableText,
  integer,
  isRequired,
  json,
  choiceList,
  choice,
  optional,
  origin,
  port,
  readConfig,
  setting,
  text,
  url,
} from '../src/config.ts';

const about = 'The description.';
const settings = {
  address: text('ADDRESS', { about }),
  level: choice('LEVEL', { about, values: ['low', 'high'], fallback: 'low' }),
  limit: integer('LIMIT', { about, min: 1, max: 10, fallback: 5 }),
  note: optional(text('NOTE', { about }), 'there is none'),
  share: optional(integer('SHARE', { about, min: 1 }), 'everything'),
  port: port('PORT', { about, fallback: 0 }),
  roles: choiceList('ROLES', { about, values: ['api', 'worker'], fallback: ['api', 'worker'] }),
  detector: optional(url('DETECTOR', { about }), 'none'),
};

describe('readConfig', () => {
  it('uses defaults, and undefined for optional variables that are not set', () => {
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

  it('treats an empty variable as not set', () => {
    expect(() => readConfig({ address: settings.address }, { ADDRESS: '' })).toThrow('ADDRESS is missing');
  });

  it('never repeats the value of a variable, which may be a secret', () => {
    expect(() => readConfig({ level: settings.level }, { LEVEL: 's3cret' })).not.toThrow('s3cret');
  });
});

describe('a setting', () => {
  it('states whether the process starts without it, and the behaviour then', () => {
    expect(isRequired(settings.address)).toBe(true);
    expect(settings.roles).toMatchObject({ fallback: 'api,worker', unset: undefined });
    expect(settings.note).toMatchObject({ fallback: undefined, unset: 'there is none' });
    expect([settings.roles, settings.note].map(isRequired)).toEqual([false, false]);
  });

  it('has the JSON Schema of its value', () => {
    expect(settings.limit.form).toEqual({ type: 'integer', minimum: 1, maximum: 10 });
    expect(settings.share.form).toEqual({ type: 'integer', minimum: 1 });
    expect(settings.level.form).toEqual({ enum: ['low', 'high'] });
    expect(settings.address.form).toEqual({ type: 'string', minLength: 1 });
    expect(text('PREFIX', { about, fallback: '' }).form).toEqual({ type: 'string' });
  });

  it('reads the text that toVariableText returns', () => {
    expect(settings.limit.read(toVariableText(7))).toBe(7);
    expect(settings.roles.read(toVariableText(['api']))).toEqual(['api']);
    const point = json('POINT', { about, check: (value) => value as { x: number } });
    expect(point.read(toVariableText({ x: 1 }))).toEqual({ x: 1 });
    expect(toVariableText(2 ** 40)).toBe('1099511627776');
  });

  it('may have its own form', () => {
    const flag = setting('FLAG', { about, form: { enum: ['!'] }, parse: (raw) => raw === '!' });
    expect([flag.read('!'), flag.read('?')]).toEqual([true, false]);
    expect(() => flag.read(undefined)).toThrow('is missing');
  });

  it.each([
    ['https://assay.example.org/', 'https://assay.example.org'],
    ['HTTP://127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ])('that is an origin reads %s as %s', (raw, expected) => {
    expect(origin('ORIGIN', { about }).read(raw)).toBe(expected);
  });

  it.each([
    ['mail.example.org', 'smtp'],
    ['https://mail.example.org', 'smtp'],
    ['smtp:mail', 'smtp'],
  ])('that is an address refuses %s for %s', (raw, scheme) => {
    expect(() => url('ADDRESS', { about, schemes: [scheme] }).read(raw)).toThrow(
      'must be a URL that begins with smtp://',
    );
  });
});
