import { CredentialKind, Role } from '@assay/proto/access/v1/access';
import type { UserActor } from '@assay/chassis/call-context';
import { serveOperations } from '@assay/operations/derive/serve-operations';
import { resources, shapes } from '@assay/operations/resources/operations';
import { serveTools } from '@assay/operations/tools/serve-tools';
import { toolsets } from '@assay/operations/tools/toolsets';
import { describe, expect, it } from 'vitest';
import { readSelection } from './selection.ts';
import { findReasonToHide } from './visible-tools.ts';

const tools = serveTools(toolsets, serveOperations(resources, shapes));
const actor: UserActor = {
  kind: 'user',
  userId: 'u',
  role: Role.USER,
  credentialId: 'c',
  credentialKind: CredentialKind.API_KEY,
  modules: [],
};

const list = (headers: Readonly<Record<string, string>>, by: Partial<UserActor> = {}) =>
  tools
    .filter((tool) => findReasonToHide(tool, { ...actor, ...by }, readSelection(headers)) === undefined)
    .map(({ name }) => name);

describe('the tools that a request selects', () => {
  it('are all without headers', () => {
    expect(list({})).toHaveLength(tools.length);
  });

  it('are those of the known toolsets, or all if none is known', () => {
    expect(list({ 'x-mcp-toolsets': ' identity,nonsense' })).toEqual([
      'get_current_user',
      'list_organizations',
    ]);
    expect(list({ 'x-mcp-toolsets': 'nonsense' })).toHaveLength(tools.length);
    expect(list({ 'x-mcp-toolsets': 'identity,all' })).toHaveLength(tools.length);
    expect(list({ 'x-mcp-toolsets': 'monitoring' })).toEqual([]);
  });

  it('are the named ones, and none if no name is known', () => {
    expect(list({ 'x-mcp-tools': 'get_project, get_dataset' })).toEqual(['get_project', 'get_dataset']);
    for (const names of ['nonsense', ',', ' , ,', ' ']) expect(list({ 'x-mcp-tools': names })).toEqual([]);
    expect(list({ 'x-mcp-tools': 'get_project', 'x-mcp-toolsets': 'datasets' })).toEqual([]);
  });

  it('are not the excluded ones, whatever else selects them', () => {
    const headers = { 'x-mcp-tools': 'get_project,get_dataset', 'x-mcp-exclude-tools': 'get_project' };
    expect(list(headers)).toEqual(['get_dataset']);
  });

  it.each(['', 'false', 'F', 'no', 'n', '0', 'off'])('are not limited to reading by %j', (value) => {
    expect(list({ 'x-mcp-readonly': value })).toContain('create_project');
  });

  it.each(['true', '1', 'yes', 'anything'])('are limited to reading by %j', (value) => {
    const names = list({ 'x-mcp-readonly': value });
    expect(names).toContain('estimate_verification_cost');
    expect(names.filter((name) => !/^(?:list|get|estimate)_/u.test(name))).toEqual([]);
  });

  it('are those that the role and the key allow', () => {
    expect(list({}, { role: Role.VIEWER })).not.toContain('create_project');
    expect(list({}, { role: Role.UNSPECIFIED })).toEqual(['get_current_user', 'list_organizations']);
    expect(list({}, { allowedTools: [] })).toEqual([]);
    expect(list({}, { allowedTools: ['get_project', 'nonsense'] })).toEqual(['get_project']);
    expect(list({ 'x-mcp-tools': 'create_project' }, { allowedTools: ['get_project'] })).toEqual([]);
  });
});
