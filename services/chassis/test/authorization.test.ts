import { Role } from '@assay/proto/access/v1/access';
import type { Rule } from '@assay/proto/access/v1/access';
import { describe, expect, it } from 'vitest';
import { authorize, lesserRole } from '../src/authorization.ts';
import type { Actor } from '../src/call-context.ts';

const rule = (over: Partial<Rule>): Rule => ({
  minRole: Role.UNSPECIFIED,
  services: [],
  anonymous: false,
  module: '',
  signedIn: false,
  idempotent: false,
  ...over,
});
const person = (role: Role, modules: string[] = []): Actor => ({
  kind: 'user',
  userId: 'someone',
  role,
  credentialId: 'key',
  modules,
});
const billing: Actor = { kind: 'service', service: 'billing' };
const nobody: Actor = { kind: 'anonymous' };

describe('authorize', () => {
  it('lets a role do what it includes and nothing above', () => {
    const forUsers = rule({ minRole: Role.USER });
    expect(() => authorize(forUsers, person(Role.USER))).not.toThrow();
    expect(() => authorize(forUsers, person(Role.ADMIN))).not.toThrow();
    expect(() => authorize(forUsers, person(Role.VIEWER))).toThrow('insufficient permission');
    expect(() => authorize(forUsers, person(Role.UNRECOGNIZED))).toThrow('insufficient permission');
  });

  it('lets no person call what is meant for services, whatever the role', () => {
    expect(() => authorize(rule({ services: ['billing'] }), person(Role.SUPERADMIN))).toThrow('insufficient');
  });

  it('lets only the named services call in their own name', () => {
    expect(() => authorize(rule({ services: ['billing'] }), billing)).not.toThrow();
    expect(() => authorize(rule({ services: ['gateway'], minRole: Role.VIEWER }), billing)).toThrow(
      'insufficient',
    );
  });

  it('asks everybody else for a credential first', () => {
    expect(() => authorize(rule({ minRole: Role.VIEWER }), nobody)).toThrow('missing or invalid credential');
    expect(() => authorize(rule({ anonymous: true }), nobody)).not.toThrow();
  });

  it('lets anybody who is signed in do what needs no organization, and no service', () => {
    expect(() => authorize(rule({ signedIn: true }), person(Role.UNSPECIFIED))).not.toThrow();
    expect(() => authorize(rule({ signedIn: true }), billing)).toThrow('insufficient permission');
    expect(() => authorize(rule({ signedIn: true }), nobody)).toThrow('missing or invalid credential');
  });

  it('names the module an organization lacks', () => {
    const withModule = rule({ minRole: Role.VIEWER, module: 'content_verification' });
    expect(() => authorize(withModule, person(Role.ADMIN, ['content_verification']))).not.toThrow();
    expect(() => authorize(withModule, person(Role.ADMIN))).toThrow('content_verification is not enabled');
  });
});

describe('lesserRole', () => {
  it('is the one that allows less', () => {
    expect(lesserRole(Role.ADMIN, Role.VIEWER)).toBe(Role.VIEWER);
    expect(lesserRole(Role.USER, Role.ADMIN)).toBe(Role.USER);
  });
});
