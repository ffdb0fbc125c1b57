import { expect, it } from 'vitest';
import { allowAddresses } from './allowed-addresses.ts';
import { checkUrl, httpsPolicy } from './check-url.ts';

const policy = httpsPolicy(allowAddresses(['127.0.0.1:9443', '[::1]:9443', '127.0.0.1:80']));
const check = (url: string): string => {
  const checked = checkUrl(policy, url);
  return 'refusal' in checked ? checked.refusal : checked.url.href;
};

it.each([
  ['https://example.com', 'https://example.com/'],
  ['HTTPS://Example.COM.:443/hooks?a=b', 'https://example.com/hooks?a=b'],
  ['https://example.com:1024/', 'https://example.com:1024/'],
  ['https://bücher.example.com/ä', 'https://xn--bcher-kva.example.com/%C3%A4'],
  ['https://ex%61mple.com/', 'https://example.com/'],
  ['https://a_b.example.com/a@b', 'https://a_b.example.com/a@b'],
  ['https://8.8.8.8:65535/', 'https://8.8.8.8:65535/'],
  ['https://[2600::1]/', 'https://[2600::1]/'],
  ['https://locals.example.com/', 'https://locals.example.com/'],
  ['https://mytest/', 'reserved_name'],
  ['https://mytest.com/', 'https://mytest.com/'],
])('accepts public hosts in a normalized form: %s', (url, normalized) => {
  expect(check(url)).toBe(normalized);
});

it.each([
  ['https://127.0.0.1:9443/', 'https://127.0.0.1:9443/'],
  ['https://0x7f.1:9443/', 'https://127.0.0.1:9443/'],
  ['https://[0::1]:9443/', 'https://[::1]:9443/'],
  ['https://127.0.0.1:80/', 'https://127.0.0.1:80/'],
  ['https://127.0.0.1:9444/', 'not_public'],
  ['https://127.0.0.2:9443/', 'not_public'],
  ['https://[::ffff:127.0.0.1]:9443/', 'not_public'],
  ['https://localhost:9443/', 'reserved_name'],
  ['http://127.0.0.1:9443/', 'not_https'],
  ['https://user@127.0.0.1:9443/', 'credentials'],
])('allows exactly the addresses and ports of the operator: %s', (url, result) => {
  expect(check(url)).toBe(result);
});
