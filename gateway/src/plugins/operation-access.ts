import { includesRole } from '@assay/chassis/authorization';
import { accessRule, contract } from '@assay/chassis/grpc/contract';
import { Role, Rule } from '@assay/proto/access/v1/access';

/** Who may ask for an operation, as the rpcs behind it judge it. */
export interface Access {
  /** The least role; `any`: any credential that holds. */
  readonly role: 'viewer' | 'user' | 'admin' | 'superadmin' | 'any';
  /** Empty: none. */
  readonly module: string;
  readonly isIdempotent: boolean;
}

/** Operations whose rpcs have other names than they; an operation that is listed nowhere calls the rpc of its own name. */
const rpcsOf: Readonly<Record<string, readonly string[]>> = {
  createToken: ['issueAccessToken'],
  logOut: ['endSession'],
  getOrganization: ['getOrganization', 'getBalance'],
  updateOrganization: ['updateOrganization', 'getBalance'],
  getProject: ['getProject', 'countRuns'],
  getProjectFile: ['getFile'],
  downloadFile: ['createDownloadLink'],
  getPresignedUrl: ['createDownloadLink'],
  getProjectRun: ['getRun'],
  getRunReport: ['getReport'],
  listRunArtifacts: ['listArtifacts'],
  getBilling: ['getBilling', 'getOrganization'],
  getAutoTopUp: ['getBilling'],
  getAlerts: ['getBilling'],
};

/** Of operations behind which there is no rpc. */
const ownRules: Readonly<Record<string, Rule>> = {
  // The upload listener asks for the same.
  uploadFile: Rule.fromPartial({ minRole: Role.USER }),
  getLimits: Rule.fromPartial({ signedIn: true }),
};

const roleNames: Readonly<Partial<Record<Role, Access['role']>>> = {
  [Role.VIEWER]: 'viewer',
  [Role.USER]: 'user',
  [Role.ADMIN]: 'admin',
  [Role.SUPERADMIN]: 'superadmin',
};

/** The names of the rpcs that an operation calls in the name of its caller. */
export function rpcsBehind(operationId: string): readonly string[] {
  return operationId in ownRules ? [] : (rpcsOf[operationId] ?? [operationId]);
}

/** Throws for an operation that no rpc is known of. */
export function accessOf(operationId: string): Access {
  const own = ownRules[operationId];
  const rules = own === undefined ? rpcsBehind(operationId).map(ruleOfRpc) : [own];
  const strictest = rules.reduce((a, b) => (includesRole(a.minRole, b.minRole) ? a : b));
  return {
    role: roleNames[strictest.minRole] ?? 'any',
    module: rules.map(({ module }) => module).find((module) => module !== '') ?? '',
    isIdempotent: rules.some(({ idempotent }) => idempotent),
  };
}

/** A sentence for people. */
export function describeAccess({ role, module }: Access): string {
  if (role === 'any') return 'Any credential will do, also of a user who belongs to no organization.';
  const also = module === '' ? '' : ` and the module \`${module}\``;
  return `Needs role \`${role}\`${also}.`;
}

function ruleOfRpc(name: string): Rule {
  const paths = [...contract()].flatMap((type) =>
    type.kind === 'service'
      ? type.methods
          .filter(({ localName }) => localName === name)
          .map((method) => `/${type.typeName}/${method.name}`)
      : [],
  );
  const [path = '', ...others] = paths;
  const rule = others.length === 0 ? accessRule(path) : undefined;
  if (rule === undefined) throw new Error(`there is not exactly one rpc ${name} with an access rule`);
  return rule;
}
