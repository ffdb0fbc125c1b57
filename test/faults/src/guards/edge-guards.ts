import type { GuardedFile } from './guard.ts';

const chassis = 'services/chassis';
const gateway = 'gateway';
const mcp = 'services/mcp';

/** Callers, tokens and addresses. */
export const edgeGuards: readonly GuardedFile[] = [
  {
    package: chassis,
    file: 'src/authorization.ts',
    tests: ['test/authorization.test.ts', 'test/grpc/grpc.test.ts'],
    guards: [
      [
        'a service calls an rpc that is not for services',
        'if (!rule.services.includes(actor.service)) throw forbidden();',
        '',
      ],
      [
        'a role that is too low is enough',
        'if (!open || !includesRole(actor.role, rule.minRole)) throw forbidden();',
        'if (!open) throw forbidden();',
      ],
      [
        'a module that is not enabled is open',
        "if (rule.module !== '' && !actor.modules.includes(rule.module)) {",
        "if (rule.module === ' ') {",
      ],
      [
        'a key of a viewer changes data',
        'if (kind !== CredentialKind.SIGN_IN && !includesRole(role, minKeyRole)) throw forbidden();',
        '',
      ],
      [
        'a token of a guest opens an rpc that does not admit guests',
        'if (rule.guests) return;',
        'if (rule.guests || !rule.anonymous) return;',
      ],
    ],
  },
  {
    package: chassis,
    file: 'src/tokens/internal-token.ts',
    tests: ['test/grpc/internal-token.test.ts'],
    guards: [
      [
        'a token names another process than the one that signed it',
        "if (issuer === undefined || issuer !== processOfKey(protectedHeader.kid ?? '')) throw unauthenticated();",
        'if (issuer === undefined) throw unauthenticated();',
      ],
      ['a token for another service is accepted', 'audience: service ?? [...serviceNames],', ''],
    ],
  },
  {
    package: chassis,
    file: 'src/tokens/revocations.ts',
    tests: ['test/grpc/revocations.test.ts'],
    guards: [
      [
        'a token is accepted after its key ended',
        'if (keys.some((key) => (changed.get(key) ?? -Infinity) >= issuedAtMs)) throw unauthenticated();',
        '',
      ],
    ],
  },
  {
    package: chassis,
    file: 'src/egress/resolve-public.ts',
    tests: ['test/egress/rebinding.test.ts', 'test/egress/private-addresses.test.ts'],
    guards: [
      [
        'a name with a private address is called',
        "if (addresses.some(isRefused)) throw new EgressError('not_public');",
        "if (addresses.every(isRefused) && addresses.length === 0) throw new EgressError('not_public');",
      ],
    ],
  },
  {
    package: chassis,
    file: 'src/egress/public-address.ts',
    tests: ['src/egress/public-address.test.ts'],
    guards: [
      ['a private IPv4 address counts as public', "if (address.range() !== 'unicast') return false;", ''],
      [
        'an IPv6 address that contains an IPv4 address counts as public',
        "return address.kind() === 'ipv4' || address.match(globalUnicast);",
        'return true;',
      ],
    ],
  },
  {
    package: gateway,
    file: 'src/guard/csrf.ts',
    tests: ['test/guard/auth.test.ts', 'test/guard/credentials.test.ts', 'test/pages/sign-in.test.ts'],
    guards: [
      [
        'a page of another site sends requests with a session',
        'if (!changes) return;',
        'if (!changes || changes) return;',
      ],
    ],
  },
  {
    package: gateway,
    file: 'src/guard/credential.ts',
    tests: ['test/guard/credentials.test.ts', 'test/guard/auth.test.ts'],
    guards: [['two credentials are accepted', "if (present.length > 1 && !isTwice) return 'malformed';", '']],
  },
  {
    package: mcp,
    file: 'src/endpoint/identify-caller.ts',
    tests: ['test/endpoint.test.ts'],
    guards: [
      [
        'the adapter accepts a token that the gateway did not issue',
        "if (issuer !== 'gateway' || actor.kind !== 'user') throw unauthenticated();",
        "if (actor.kind !== 'user') throw unauthenticated();",
      ],
    ],
  },
  {
    package: mcp,
    file: 'src/tools/visible-tools.ts',
    tests: ['test/endpoint.test.ts', 'src/tools/selection.test.ts'],
    guards: [
      [
        'a key calls a tool that it does not allow',
        'if (actor.allowedTools?.includes(name) === false) return',
        "if (name === '') return",
      ],
    ],
  },
];
