import { describe, expect, it } from 'vitest';
import { serveOperations } from '../src/derive/serve-operations.ts';
import { resources, shapes } from '../src/resources/operations.ts';
import { deriveOpenedOperations } from '../src/tools/opened-operations.ts';
import { toolsets } from '../src/tools/toolsets.ts';

const { operations } = serveOperations(resources, shapes);
const isOpened = deriveOpenedOperations(toolsets, operations);
const guarded = operations.filter(({ access: { role } }) => role !== 'none').map(({ id }) => id);
const listOpened = (tools: readonly string[]) => guarded.filter((id) => isOpened(tools, id)).sort();
const always = listOpened([]);

/** The operations that each tool opens, apart from those that all keys may call. */
const openedBy: readonly (readonly [string, readonly string[]])[] = [
  ['get_current_user', []],
  ['list_project_files', ['listFiles']],
  ['get_project', ['getProject']],
  ['estimate_verification_cost', ['estimateRun']],
  [
    'run_verification_pipeline',
    ['startRun', 'estimateRun', 'getRun', 'getProjectRun', 'streamRunEvents', 'cancelRun'],
  ],
  ['get_verification_run', ['getRun', 'getProjectRun', 'streamRunEvents']],
  ['run_lt_pipeline', ['startLanguageRun', 'getLanguageRun', 'cancelLanguageRun']],
  ['run_data_platform_pipeline', ['startDataPlatformRun', 'getDataPlatformRun', 'cancelDataPlatformRun']],
  ['create_crowd_job', ['createCrowdJob', 'estimateCrowdJob']],
  ['no_such_tool', []],
];

describe('a key that allows only some tools', () => {
  it('always reads its user and the limits, and sends MCP messages', () => {
    expect(always).toEqual(['getCurrentUser', 'getLimits', 'sendMcpMessage']);
  });

  it.each(openedBy)('with %s opens the operations by which the tool works', (tool, opened) => {
    expect(listOpened([tool])).toEqual([...always, ...opened].sort());
  });

  it('opens each operation of a tool, and every operation that needs no credential', () => {
    const tools = toolsets.flatMap((toolset) => Object.entries(toolset.tools));
    for (const [name, { operation }] of tools) expect(isOpened([name], operation)).toBe(true);
    const open = operations.filter(({ id }) => !guarded.includes(id));
    for (const { id } of open) expect(isOpened([], id)).toBe(true);
  });

  it('names operations that exist', () => {
    const ids = new Set(operations.map(({ id }) => id));
    const also = toolsets.flatMap(({ tools }) =>
      Object.values(tools).flatMap(({ alsoOpens }) => alsoOpens ?? []),
    );
    expect([...always, ...also].filter((id) => !ids.has(id))).toEqual([]);
  });
});
