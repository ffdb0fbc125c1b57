import { includesRole } from '@assay/chassis/authorization';
import { CredentialKind, Role } from '@assay/proto/access/v1/access';
import type { UserActor } from '@assay/chassis/call-context';
import type { Access } from '@assay/operations/derive/access';
import type { ServedTool } from '@assay/operations/tools/serve-tools';
import type { Selection } from './selection.ts';

/** Returns the reason why a tool is hidden from a caller; undefined for a visible one. */
export function findReasonToHide(
  { name, toolset, access, annotations }: ServedTool,
  actor: UserActor,
  selection: Selection,
): string | undefined {
  if (!hasRole(access, actor)) return `the tool ${name} needs the role ${access.keyRole}`;
  if (actor.allowedTools?.includes(name) === false) return `the key does not allow the tool ${name}`;
  if (selection.excluded.has(name)) return `X-MCP-Exclude-Tools excludes the tool ${name}`;
  if (selection.isReadonly && !annotations.readOnlyHint)
    return `the tool ${name} changes data, and X-MCP-Readonly allows only reading`;
  if (selection.toolsets?.has(toolset) === false) return `X-MCP-Toolsets does not select ${toolset}`;
  if (selection.tools?.has(name) === false) return `X-MCP-Tools does not select the tool ${name}`;
  return undefined;
}

const roles: Readonly<Record<string, Role>> = {
  viewer: Role.VIEWER,
  user: Role.USER,
  admin: Role.ADMIN,
  superadmin: Role.SUPERADMIN,
};

/** A missing module hides no tool: calling it says so. */
function hasRole({ role, keyRole }: Access, { role: own, credentialKind }: UserActor): boolean {
  const needed = roles[credentialKind === CredentialKind.SIGN_IN ? role : keyRole];
  return needed === undefined || includesRole(own, needed);
}
