import type { UrlRefusal } from '../../src/egress/egress-error.ts';
import { isPublicAddress } from '../../src/egress/public-address.ts';
import { hasIpv6, listLocalAddresses } from './canaries.ts';

/** Spellings of 127.0.0.1 and of addresses that reach this machine, as hosts of a URL. */
const loopback = [
  ...['127.0.0.1', '127.0.0.1.', '127.1', '127.0.1', '127.1.2.3', '127.255.255.254'],
  ...['2130706433', '2130706433.', '0x7f000001', '0X7F000001', '0x7f.0.0.1', '0x7f.1', '127.0x1'],
  ...['0x7f.0x0.0x0.0x1', '017700000001', '0177.0.0.1', '0177.1', '0177.0000.0000.0001', '00000177.1'],
  ...['127.00.00.01', '127.0.0.0x1', '%31%32%37.0.0.1', '127%2e0%2e0%2e1', '127%2E0.0.1', '%30x7f.1'],
  // Full-width digits, other full stops, digits in circles, bold, superscript and subscript, and characters that are dropped.
  ...['\uFF11\uFF12\uFF17.\uFF10.\uFF10.\uFF11', '127\u30020\u30020\u30021', '127\uFF0E0\uFF0E0\uFF0E1'],
  ...['127\uFF610\uFF610\uFF611', '\u2460\u2461\u2466.\u24EA.\u24EA.\u2460', '127.0.0.\u{1D7CF}'],
  ...['\u00B9\u00B2\u2077.0.0.1', '\u2081\u2082\u2087.0.0.1', '127.0.\u00AD0.1', '127.\u200B0.0.1'],
  ...['[::1]', '[0:0:0:0:0:0:0:1]', '[0000:0000:0000:0000:0000:0000:0000:0001]', '[::0001]', '[0::1]'],
];

const unspecified = ['0', '0.0.0.0', '0x0', '00000000', '0.0', '0.1.2.3', '[::]', '[0:0:0:0:0:0:0:0]'];

const privateIpv4 = [
  ...['10.0.0.1', '10.1', '167772161', '0xa000001', '012.0.0.1', '10.255.255.255', '0xa.1'],
  ...['172.16.0.1', '172.31.255.255', '0xac100001', '2886729729', '192.168.0.1', '192.168.1', '3232235521'],
  ...['0xc0a80001', '0300.0250.0.1', '169.254.169.254', '169.254.43518', '2852039166', '0xa9fea9fe'],
  ...['0251.0376.0251.0376', '0xa9.0xfe.0xa9.0xfe', '169.254.0.1', '100.64.0.1', '100.100.100.200'],
  ...['100.127.255.255', '192.0.0.1', '192.0.0.192', '192.0.2.2', '198.18.0.1', '198.19.255.255'],
  ...['198.51.100.1', '203.0.113.1', '192.88.99.1', '192.31.196.1', '192.52.193.1', '192.175.48.1'],
  ...['224.0.0.1', '239.255.255.250', '240.0.0.1', '255.255.255.255', '4294967295', '0xffffffff'],
];

/** IPv6 addresses that contain an IPv4 address, or have no route in the internet. */
const specialIpv6 = [
  ...['[::127.0.0.1]', '[::7f00:1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::FFFF:7F00:1]'],
  ...['[0:0:0:0:0:ffff:127.0.0.1]', '[::ffff:10.0.0.1]', '[::ffff:a9fe:a9fe]', '[::ffff:0:127.0.0.1]'],
  ...['[::ffff:0:7f00:1]', '[::ffff:8.8.8.8]', '[::ffff:0.0.0.0]', '[::10.0.0.1]', '[::2]'],
  ...['[64:ff9b::127.0.0.1]', '[64:ff9b::7f00:1]', '[64:ff9b::a9fe:a9fe]', '[64:ff9b:1::7f00:1]'],
  ...['[2002:7f00:1::]', '[2002:7f00:1::1]', '[2002:a00:1::]', '[2002:c0a8:1::1]', '[2002:a9fe:a9fe::]'],
  ...['[2001::1]', '[2001:0:7f00:1::80ff:fffe]', '[2001:10::1]', '[2001:20::1]', '[2001:2::1]'],
  ...['[2001:db8::1]', '[3fff::1]', '[5f00::1]', '[fe80::1]', '[febf::1]', '[fec0::1]', '[fc00::1]'],
  ...['[fd00:ec2::254]', '[fdff::1]', '[ff02::1]', '[ff0e::1]', '[100::1]', '[4000::1]', '[1::1]'],
  ...['[2620:4f:8000::1]', '[8000::1]', '[1fff::1]'],
];

const reservedNames = [
  ...['localhost', 'LOCALHOST', 'localhost.', '%6c%6f%63alhost'],
  ...['\uFF4C\uFF4F\uFF43\uFF41\uFF4C\uFF48\uFF4F\uFF53\uFF54', '\u24DBocalhost', 'local\u200Bhost'],
  ...[
    'lo\u00ADcalhost',
    'a.localhost',
    'a.localhost.',
    'localhost.localdomain',
    'ip6-localhost',
    'ip6-loopback',
  ],
  ...['printer.local', 'kubernetes.default.svc.cluster.local', 'metadata.google.internal'],
  ...['host.docker.internal', 'router.lan', 'nas.home.arpa', 'home.arpa', 'a.test', 'a.invalid', 'a.onion'],
  ...['kubernetes', 'mongodb', 'com', 'lan', 'broadcasthost'],
];

const credentials = [
  ...['https://user@127.0.0.1:PORT', 'https://user:password@example.com', 'https://:@127.0.0.1:PORT'],
  ...[
    'https://@127.0.0.1:PORT/',
    'https://example.com@127.0.0.1:PORT',
    'https://example.com:443@127.1:PORT/',
  ],
  ...['https://example.com%40x@127.0.0.1:PORT', 'https://@example.com', 'https://a@b@127.0.0.1:PORT'],
];

const otherSchemes = [
  ...[
    'http://example.com',
    'http://127.0.0.1:PORT',
    'HTTP://127.0.0.1:PORT',
    'ftp://127.0.0.1:PORT',
    'wss://127.0.0.1:PORT',
  ],
  ...[
    'file:///etc/passwd',
    'gopher://127.0.0.1:PORT/_',
    'javascript:alert(1)',
    'data:text/plain,a',
    'unix:/run/docker.sock',
  ],
];

const malformed = [
  ...[
    '',
    ' ',
    'https://',
    'https:///127.0.0.1:PORT',
    'https:127.0.0.1:PORT',
    'https:/127.0.0.1:PORT',
    '//127.0.0.1:PORT',
  ],
  ...[
    '127.0.0.1:',
    'example.com',
    'https:\\\\127.0.0.1:PORT',
    'https://example.com\\@127.0.0.1:PORT',
    'https://exa mple.com',
  ],
  ...[
    ' https://127.0.0.1:PORT',
    '\nhttps://127.0.0.1:PORT',
    'https://127.0.\t0.1:PORT',
    'https://127.0.0.1:PORT\r\nX-A: b',
  ],
  ...[
    'https://[::1',
    'https://::1/',
    'https://[fe80::1%25eth0]:PORT',
    'https://[::1%25lo]:PORT',
    'https://[127.0.0.1]:PORT',
  ],
  ...[
    'https://256.256.256.256',
    'https://1.2.3.4.5',
    'https://0x100000000',
    'https://4294967296',
    'https://127.0.0.1:65536',
  ],
  ...[
    'https://example.com:port',
    'https://127.0.0.1%00.example.com',
    'https://example..com',
    'https://-a.example.com',
  ],
  ...['https://localhost..:PORT', `https://${'a'.repeat(64)}.example.com`],
  ...[`https://example.com/${'a'.repeat(2_048)}`, `https://${'a.'.repeat(130)}com`, 'https://*.example.com'],
  ...[
    'https://127.0.0.1,example.com',
    'https://exa$mple.com',
    'https://[::ffff:127.0.0.1',
    'https://127.0.0.1\u0000:PORT',
  ],
];

const ports = ['0', '1', '22', '25', '80', '444', '465', '993', '1023'].map(
  (port) => `https://127.0.0.1:${port}`,
);

/** URLs in which another part looks like a public host. */
const misleading = [
  ...[
    'https://127.0.0.1:PORT/@example.com',
    'https://127.0.0.1:PORT#@example.com/',
    'https://127.0.0.1:PORT?@example.com',
  ],
  ...[
    'https://127.0.0.1:PORT/https://example.com',
    'https://0x7f.1:PORT#example.com',
    'https://[::1]:PORT/?a=[2600::1]',
    'https://127.0.0.1..:PORT',
  ],
];

export interface RefusedUrl {
  readonly url: string;
  readonly refusal: UrlRefusal;
}

/** Lists the URLs that are refused without resolving a name. Those of this machine have the port of the canaries. */
export function listRefusedUrls(port: number): readonly RefusedUrl[] {
  const own = listLocalAddresses()
    .filter((ip) => !isPublicAddress(ip))
    .map((ip) => (ip.includes(':') ? `[${ip}]` : ip));
  const hosts = [...loopback, ...own, ...unspecified, ...privateIpv4, ...specialIpv6];
  const urls: Readonly<Record<UrlRefusal, readonly string[]>> = {
    not_public: [...hosts.map(withPort), ...misleading, 'https://127.0.0.1', 'https://[::1]'],
    reserved_name: reservedNames.map(withPort),
    credentials,
    not_https: otherSchemes,
    malformed,
    port: ports,
  };
  return Object.entries(urls).flatMap(([refusal, texts]) =>
    texts.map((text) => ({ url: text.replaceAll('PORT', String(port)), refusal: refusal as UrlRefusal })),
  );
}

/** Lists the URLs with a spelling of a loopback address, which an unguarded client connects to. */
export function listLoopbackUrls(port: number): readonly string[] {
  return loopback
    .filter((host) => hasIpv6 || !host.startsWith('['))
    .map((host) => withPort(host).replace('PORT', String(port)));
}

function withPort(host: string): string {
  return `https://${host}:PORT/`;
}
