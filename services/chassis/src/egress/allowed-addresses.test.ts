import { describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { addressList, allowAddresses } from './allowed-addresses.ts';

describe('the setting', () => {
  const settings = { allowed: addressList('ALLOWED', { about: 'Addresses.', fallback: [] }) };

  it('reads addresses with ports', () => {
    const { allowed } = readConfig(settings, { ALLOWED: '127.0.0.1:9443, [0::1]:8443' });
    expect(allowed).toEqual(['127.0.0.1:9443', '[0::1]:8443']);
    expect(readConfig(settings, {}).allowed).toEqual([]);
  });

  it.each([
    'localhost:9443',
    '127.0.0.1',
    '127.1:9443',
    '::1:9443',
    '[::1]',
    '10.0.0.0/8:443',
    '127.0.0.1:0',
    '127.0.0.1:65536',
    ',',
  ])('refuses %s', (text) => {
    expect(() => readConfig(settings, { ALLOWED: text })).toThrow('ALLOWED must be addresses with a port');
  });
});

it('compares addresses, not their spelling', () => {
  const allowed = allowAddresses(['[0:0::1]:8443', '127.0.0.1:9443']);
  expect(allowed.allows('::1', 8_443)).toBe(true);
  expect(allowed.allows('127.0.0.1', 9_443)).toBe(true);
  expect(allowed.allows('127.0.0.1', 8_443)).toBe(false);
  expect(allowed.allows('localhost', 9_443)).toBe(false);
});
