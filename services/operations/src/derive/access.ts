import { greaterRole, includesRole } from '@assay/chassis/authorization';
import { accessRule } from '@assay/chassis/grpc/contract';
import { CredentialKind, Role, Rule } from '@assay/proto/access/v1/access';
import type { Operation, Rpc } from '../operation.ts';

/** Who may ask for an operation, as the rpcs behind it judge it. */
export interface Access {
  /** The least role; `any`: any credential that holds; `none`: no credential is needed. */
  readonly role: 'viewer' | 'user' | 'admin' | 'superadmin' | 'any' | 'none';
  /** The least role of an API key, or of a token that it was exchanged for. */
  readonly keyRole: Access['role'];
  /** The kinds of credential that will do; empty: all. */
  readonly credentials: readonly CredentialKind[];
  /** Empty: none. */
  readonly module: string;
  readonly isIdempotent: boolean;
}

const roleNames: Readonly<Partial<Record<Role, Access['role']>>> = {
  [Role.VIEWER]: 'viewer',
  [Role.USER]: 'user',
  [Role.ADMIN]: 'admin',
  [Role.SUPERADMIN]: 'superadmin',
};

/** Throws for an operation whose rpc has no access rule. */
export function deriveAccess({ access, rpcs, route }: Pick<Operation, 'access' | 'rpcs' | 'route'>): Access {
  if (access === 'anonymous' || access === 'service') return anonymousAccess;
  const rules = rpcs.length > 0 ? rpcs.map(readRule) : [ruleWithoutRpc(access, route)];
  const strictest = rules.reduce((a, b) => (includesRole(a.minRole, b.minRole) ? a : b));
  const keyRoles = rules.map(({ minRole, minKeyRole }) => greaterRole(minRole, minKeyRole ?? minRole));
  return {
    role: roleNames[strictest.minRole] ?? 'any',
    keyRole: roleNames[keyRoles.reduce(greaterRole)] ?? 'any',
    credentials: rules.flatMap(({ credentials }) => credentials),
    module: rules.map(({ module }) => module).find((module) => module !== '') ?? '',
    isIdempotent: rules.some(({ idempotent }) => idempotent),
  };
}

const anonymousAccess: Access = {
  role: 'none',
  keyRole: 'none',
  credentials: [],
  module: '',
  isIdempotent: false,
};

function readRule({ path }: Rpc): Rule {
  const rule = accessRule(path);
  if (rule === undefined) throw new Error(`${path} has no access rule`);
  return rule;
}

function ruleWithoutRpc(access: Operation['access'], route: string): Rule {
  if (access === 'user') return Rule.fromPartial({ minRole: Role.USER });
  if (access === 'signed-in') return Rule.fromPartial({ signedIn: true });
  throw new Error(`${route} calls no rpc and does not say who may ask for it`);
}

/** A sentence for people; empty where nothing is asked for. */
export function describeAccess(access: Access): string {
  const { role, keyRole, module, credentials } = access;
  if (role === 'none') return '';
  const also = module === '' ? '' : ` and the module \`${module}\``;
  const forKeys = keyRole === role ? '' : ` A key, or a token for one, needs role \`${keyRole}\`.`;
  const person =
    role === 'any'
      ? `Any ${forKeys === '' ? 'credential' : 'sign-in'} will do, also of a user who belongs to no organization.`
      : `Needs role \`${role}\`${also}.`;
  return `${person}${forKeys}${describeCredentials(credentials)}`;
}

/** The kinds that one or the other rule names. */
function describeCredentials(credentials: readonly CredentialKind[]): string {
  if (credentials.length === 0) return '';
  const [first] = credentials;
  if (credentials.length === 1 && first === CredentialKind.API_KEY) return ' Only with an API key itself.';
  return credentials.includes(CredentialKind.KEY_TOKEN) ? '' : ' Not with a token for a key (403).';
}
