import { greaterRole, includesRole } from '@assay/chassis/authorization';
import { accessRule } from '@assay/chassis/grpc/contract/contract';
import { CredentialKind, Role, Rule } from '@assay/proto/access/v1/access';
import type { Operation, Rpc } from '../operation.ts';

/** The callers that may call an operation, as the access rules of its rpcs define. */
export interface Access {
  /** The minimum role. `any`: every valid credential; `none`: no credential is needed. */
  readonly role: 'viewer' | 'user' | 'admin' | 'superadmin' | 'any' | 'none';
  /** The minimum role of an API key, or of a token that was issued for one. */
  readonly keyRole: Access['role'];
  /** The accepted kinds of credential. Empty for all. */
  readonly credentials: readonly CredentialKind[];
  /** Empty if none is required. */
  readonly module: string;
  readonly isIdempotent: boolean;
  /** True if guests of crowd jobs may call it. */
  readonly isForGuests: boolean;
  /** True if it may also be called without a credential. Unlike with role `none`, a credential that is sent must be valid. */
  readonly isCredentialOptional: boolean;
  /** The access rules for the caller. The adapter checks them before it reads the input, and the services again. */
  readonly rules: readonly Rule[];
}

const roleNames: Readonly<Partial<Record<Role, Access['role']>>> = {
  [Role.VIEWER]: 'viewer',
  [Role.USER]: 'user',
  [Role.ADMIN]: 'admin',
  [Role.SUPERADMIN]: 'superadmin',
};

type AccessFacts = Pick<Operation, 'access' | 'rpcs' | 'route' | 'isIdempotent'>;

/** Derives the access from the rules of the rpcs. Throws if an rpc has no access rule. */
export function deriveAccess(operation: AccessFacts): Access {
  const { access, rpcs } = operation;
  if (access === 'anonymous' || access === 'service') return anonymousAccess;
  const rules = rpcs.length > 0 ? rpcs.map(readRule) : [ruleWithoutRpc(operation)];
  const strictest = rules.reduce((a, b) => (includesRole(a.minRole, b.minRole) ? a : b));
  const keyRoles = rules.map(({ minRole, minKeyRole }) => greaterRole(minRole, minKeyRole ?? minRole));
  return {
    role: roleNames[strictest.minRole] ?? 'any',
    keyRole: roleNames[keyRoles.reduce(greaterRole)] ?? 'any',
    credentials: rules.flatMap(({ credentials }) => credentials),
    module: rules.map(({ module }) => module).find((module) => module !== '') ?? '',
    isIdempotent: operation.isIdempotent || rules.some(({ idempotent }) => idempotent),
    isForGuests: rules.every(({ guests }) => guests),
    isCredentialOptional: rules.every(({ withoutCredential }) => withoutCredential),
    rules,
  };
}

const anonymousAccess: Access = {
  role: 'none',
  keyRole: 'none',
  credentials: [],
  module: '',
  isIdempotent: false,
  isForGuests: true,
  isCredentialOptional: true,
  rules: [],
};

function readRule({ path }: Rpc): Rule {
  const rule = accessRule(path);
  if (rule === undefined) throw new Error(`${path} has no access rule`);
  return rule;
}

function ruleWithoutRpc({ access, route, isIdempotent: idempotent }: AccessFacts): Rule {
  if (access === 'user') return Rule.fromPartial({ minRole: Role.USER, idempotent });
  if (access === 'signed-in') return Rule.fromPartial({ signedIn: true, idempotent });
  throw new Error(`${route} calls no rpc and declares no access`);
}

/** Describes the required role and credential for people. Empty if no credential is needed. */
export function describeAccess(access: Access): string {
  const { role, keyRole, module, credentials } = access;
  if (role === 'none') return '';
  const also = module === '' ? '' : ` and the module \`${module}\``;
  const differs = keyRole !== role;
  const accepted = acceptsOnlyKeys(credentials) ? 'API key' : differs ? 'sign-in' : 'credential';
  const person =
    role === 'any'
      ? `Works with any ${accepted}, even if the user belongs to no organization.`
      : `Needs role \`${role}\`${also}.`;
  const forKeys = differs ? ` A key, or a token that was issued for one, needs role \`${keyRole}\`.` : '';
  return `${person}${forKeys}${describeRefusal(credentials)}${describeGuests(access)}`;
}

function describeGuests({ isForGuests, isCredentialOptional }: Access): string {
  const forGuests = isForGuests ? ' A guest of a crowd job may call it with its token.' : '';
  return isCredentialOptional ? `${forGuests} It may be called without a credential.` : forGuests;
}

function acceptsOnlyKeys(credentials: readonly CredentialKind[]): boolean {
  return credentials.length > 0 && credentials.every((kind) => kind === CredentialKind.API_KEY);
}

/** Describes the kinds of credential that the rules refuse. */
function describeRefusal(credentials: readonly CredentialKind[]): string {
  if (credentials.length === 0 || credentials.includes(CredentialKind.KEY_TOKEN)) return '';
  return acceptsOnlyKeys(credentials)
    ? ' Other credentials are refused with {FORBIDDEN}.'
    : ' A token that was issued for a key is refused with {FORBIDDEN}.';
}
