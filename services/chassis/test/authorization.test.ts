import { MethodOptions_IdempotencyLevel } from '@bufbuild/protobuf/wkt';
import { CredentialKind, Role } from '@assay/proto/access/v1/access';
import type { Rule } from '@assay/proto/access/v1/access';
import { describe, expect, it } from 'vitest';
import { authorize, lesserRole } from '../src/authorization.ts';
import type { Actor } from '../src/call-context.ts';
import { accessRule, contract } from '../src/grpc/contract/contract.ts';

const rule = (over: Partial<Rule>): Rule => ({
  minRole: Role.UNSPECIFIED,
  services: [],
  anonymous: false,
  module: '',
  signedIn: false,
  idempotent: false,
  credentials: [],
  guests: false,
  withoutCredential: false,
  ...over,
});
const person = (role: Role, modules: string[] = []): Actor => caller(role, CredentialKind.SIGN_IN, modules);
const caller = (role: Role, credentialKind?: CredentialKind, modules: string[] = []): Actor => ({
  kind: 'user',
  userId: 'someone',
  role,
  credentialId: 'credential',
  credentialKind,
  modules,
});
const billing: Actor = { kind: 'service', service: 'billing' };
const anonymous: Actor = { kind: 'anonymous' };
const guest: Actor = { kind: 'guest', guestId: 'guest', jobId: 'job' };

describe('authorize', () => {
  it('allows a role its own operations and those of lower roles', () => {
    const forUsers = rule({ minRole: Role.USER });
    expect(() => authorize(forUsers, person(Role.USER))).not.toThrow();
    expect(() => authorize(forUsers, person(Role.ADMIN))).not.toThrow();
    expect(() => authorize(forUsers, person(Role.VIEWER))).toThrow('do not have permission');
    expect(() => authorize(forUsers, person(Role.UNRECOGNIZED))).toThrow('do not have permission');
  });

  it('refuses people at rpcs for services, with any role', () => {
    expect(() => authorize(rule({ services: ['billing'] }), person(Role.SUPERADMIN))).toThrow(
      'do not have permission',
    );
  });

  it('allows only the listed services to call in their own name', () => {
    expect(() => authorize(rule({ services: ['billing'] }), billing)).not.toThrow();
    expect(() => authorize(rule({ services: ['gateway'], minRole: Role.VIEWER }), billing)).toThrow(
      'do not have permission',
    );
  });

  it('needs a credential unless the rpc is anonymous', () => {
    expect(() => authorize(rule({ minRole: Role.VIEWER }), anonymous)).toThrow(
      'The credential is missing or not valid',
    );
    expect(() => authorize(rule({ anonymous: true }), anonymous)).not.toThrow();
  });

  it('allows everyone who is signed in, and no service, operations that need no organization', () => {
    expect(() => authorize(rule({ signedIn: true }), person(Role.UNSPECIFIED))).not.toThrow();
    expect(() => authorize(rule({ signedIn: true }), billing)).toThrow('do not have permission');
    expect(() => authorize(rule({ signedIn: true }), anonymous)).toThrow(
      'The credential is missing or not valid',
    );
  });

  it('allows guests only where the rule names them, and nothing else to them', () => {
    const missing = 'The credential is missing or not valid';
    expect(() => authorize(rule({ guests: true }), guest)).not.toThrow();
    expect(() => authorize(rule({ signedIn: true, withoutCredential: true }), guest)).toThrow(missing);
    expect(() => authorize(rule({ minRole: Role.VIEWER, services: ['billing'] }), guest)).toThrow(missing);
    expect(() => authorize(rule({ guests: true }), anonymous)).toThrow(missing);
    expect(() => authorize(rule({ guests: true }), billing)).toThrow('do not have permission');
    expect(() => authorize(rule({ guests: true }), person(Role.SUPERADMIN))).toThrow(
      'do not have permission',
    );
  });

  it('allows people, guests and clients without a credential in one rule', () => {
    const open = rule({
      signedIn: true,
      guests: true,
      withoutCredential: true,
      minKeyRole: Role.UNSPECIFIED,
    });
    const key = caller(Role.UNSPECIFIED, CredentialKind.API_KEY);
    for (const actor of [person(Role.UNSPECIFIED), key, guest, anonymous]) {
      expect(() => authorize(open, actor)).not.toThrow();
    }
    expect(() => authorize(open, billing)).toThrow('do not have permission');
  });

  it.each([CredentialKind.API_KEY, CredentialKind.KEY_TOKEN, CredentialKind.UNSPECIFIED, undefined])(
    'needs a higher role of a key than of a person (%s)',
    (kind) => {
      for (const base of [rule({ signedIn: true }), rule({ minRole: Role.VIEWER })]) {
        const forAdminKeys = { ...base, minKeyRole: Role.ADMIN };
        expect(() => authorize(forAdminKeys, person(Role.VIEWER))).not.toThrow();
        expect(() => authorize(forAdminKeys, caller(Role.ADMIN, kind))).not.toThrow();
        expect(() => authorize(forAdminKeys, caller(Role.USER, kind))).toThrow('do not have permission');
        expect(() => authorize(base, caller(Role.VIEWER, kind))).not.toThrow();
      }
    },
  );

  it('allows only the listed kinds of credential, with any role', () => {
    const forKeys = rule({ signedIn: true, credentials: [CredentialKind.API_KEY] });
    expect(() => authorize(forKeys, caller(Role.VIEWER, CredentialKind.API_KEY))).not.toThrow();
    for (const kind of [CredentialKind.SIGN_IN, CredentialKind.KEY_TOKEN]) {
      expect(() => authorize(forKeys, caller(Role.SUPERADMIN, kind))).toThrow(
        'This operation needs an API key.',
      );
    }
  });

  it('names the module that the organization does not have', () => {
    const withModule = rule({ minRole: Role.VIEWER, module: 'content_verification' });
    expect(() => authorize(withModule, person(Role.ADMIN, ['content_verification']))).not.toThrow();
    expect(() => authorize(withModule, person(Role.ADMIN))).toThrow('content_verification is not enabled');
  });
});

describe('lesserRole', () => {
  it('returns the role with fewer permissions', () => {
    expect(lesserRole(Role.ADMIN, Role.VIEWER)).toBe(Role.VIEWER);
    expect(lesserRole(Role.USER, Role.ADMIN)).toBe(Role.USER);
  });
});

describe('the contract', () => {
  const rpcs = [...contract()].flatMap((type) =>
    type.kind === 'service'
      ? type.methods.map((method) => ({ path: `/${type.typeName}/${method.name}`, method }))
      : [],
  );
  const lets = (path: string, actor: Actor): boolean => {
    const found = accessRule(path);
    try {
      if (found !== undefined) authorize(found, actor);
      return found !== undefined;
    } catch {
      return false;
    }
  };

  it('allows a key of a viewer, and a token of that key, no operation with side effects', () => {
    const viewers = [CredentialKind.API_KEY, CredentialKind.KEY_TOKEN, undefined].map((kind) =>
      caller(Role.VIEWER, kind, ['content_verification', 'crowdsourcing']),
    );
    const callable = rpcs.filter(({ path }) => viewers.some((viewer) => lets(path, viewer)));
    const changing = callable.filter(
      ({ path, method }) =>
        method.idempotency !== MethodOptions_IdempotencyLevel.NO_SIDE_EFFECTS &&
        accessRule(path)?.anonymous === false,
    );
    // These rpcs open the account on first use, sign a link, sign a token, or belong to the work on crowd jobs.
    expect(changing.map(({ method }) => method.name).toSorted()).toEqual([
      'ClaimTask',
      'CreateAppeal',
      'CreateBundleLink',
      'CreateDownloadLink',
      'CreateThumbnailLink',
      'ExtendClaim',
      'GetBalance',
      'GetBilling',
      'GetTransaction',
      'IssueAccessToken',
      'ListTransactions',
      'ReturnClaim',
      'SubmitAnswer',
      'UpdateWorkerProfile',
    ]);
    expect(callable.length).toBeGreaterThan(20);
  });

  it('allows a signed-in person without a role to manage their own account', () => {
    const withoutRole = person(Role.UNSPECIFIED);
    const own = rpcs.filter(({ path }) => accessRule(path)?.anonymous === false && lets(path, withoutRole));
    expect(own.map(({ method }) => method.name)).toEqual(
      expect.arrayContaining([
        'CreateApiKey',
        'UpdateApiKey',
        'RotateApiKey',
        'RevokeApiKey',
        'UpdateCurrentUser',
        'CreateOrganization',
        'AcceptInvitation',
        'DeclineInvitation',
      ]),
    );
  });

  it('allows no token of a key to create, change or rotate a key', () => {
    const token = caller(Role.ADMIN, CredentialKind.KEY_TOKEN);
    const key = caller(Role.ADMIN, CredentialKind.API_KEY);
    const only = rpcs.filter(({ path }) => lets(path, key) && !lets(path, token));
    expect(only.map(({ method }) => method.name).toSorted()).toEqual([
      'CreateApiKey',
      'IssueAccessToken',
      'RotateApiKey',
      'UpdateApiKey',
    ]);
  });
});
