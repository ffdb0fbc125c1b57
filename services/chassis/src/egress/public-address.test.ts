import { expect, it } from 'vitest';
import { isPublicAddress } from './public-address.ts';

it.each(['1.1.1.1', '8.8.8.8', '100.63.255.255', '172.15.255.255', '172.32.0.1', '223.255.255.255'])(
  'the IPv4 address %s is public',
  (ip) => {
    expect(isPublicAddress(ip)).toBe(true);
  },
);

it.each(['2001:200::1', '2600::1', '2a00:1450::1', '2c0f::1', '3ffe::1'])(
  'the IPv6 address %s is public',
  (ip) => {
    expect(isPublicAddress(ip)).toBe(true);
  },
);

// The tests of URLs in test/egress cover the special ranges in all their spellings.
it.each([
  ...['0.0.0.0', '10.0.0.1', '100.64.0.1', '127.0.0.1', '169.254.169.254', '172.16.0.1', '192.168.0.1'],
  ...['224.0.0.1', '255.255.255.255', '::1', 'fc00::1', 'fe80::1', 'ff02::1'],
  '',
  'localhost',
  '8.8.8',
  '08.8.8.8',
  '0x8.8.8.8',
  '[2600::1]',
  '2600::1%eth0',
  '8.8.8.8:443',
  '4000::1',
  '::808:808',
])('%j is not a public address', (ip) => {
  expect(isPublicAddress(ip)).toBe(false);
});
