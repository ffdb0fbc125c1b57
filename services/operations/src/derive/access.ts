import { includesRole } from '@assay/chassis/authorization';
import { accessRule } from '@assay/chassis/grpc/contract';
import { Role, Rule } from '@assay/proto/access/v1/access';
import type { Operation, Rpc } from '../operation.ts';

/** Who may ask for an operation, as the rpcs behind it judge it. */
export interface Access {
  /** The least role; `any`: any credential that holds; `none`: no credential is needed. */
  readonly role: 'viewer' | 'user' | 'admin' | 'superadmin' | 'any' | 'none';
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
export function accessOf({ access, rpcs, route }: Pick<Operation, 'access' | 'rpcs' | 'route'>): Access {
  if (access === 'anonymous' || access === 'service')
    return { role: 'none', module: '', isIdempotent: false };
  const rules = rpcs.length > 0 ? rpcs.map(ruleOf) : [ruleWithoutRpc(access, route)];
  const strictest = rules.reduce((a, b) => (includesRole(a.minRole, b.minRole) ? a : b));
  return {
    role: roleNames[strictest.minRole] ?? 'any',
    module: rules.map(({ module }) => module).find((module) => module !== '') ?? '',
    isIdempotent: rules.some(({ idempotent }) => idempotent),
  };
}

function ruleOf({ path }: Rpc): Rule {
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
export function describeAccess({ role, module }: Access): string {
  if (role === 'none') return '';
  if (role === 'any') return 'Any credential will do, also of a user who belongs to no organization.';
  const also = module === '' ? '' : ` and the module \`${module}\``;
  return `Needs role \`${role}\`${also}.`;
}
