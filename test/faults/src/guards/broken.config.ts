import { join } from 'node:path';
import { mergeConfig } from 'vitest/config';
import type { TestProjectConfiguration, ViteUserConfig } from 'vitest/config';
import config from '../../../../vitest.config.ts';
import type { Guard } from './guard.ts';

/** The guard to break, as JSON; without it nothing is broken. */
const guard = JSON.parse(process.env['BROKEN_GUARD'] ?? 'null') as Guard | null;
const root = join(import.meta.dirname, '../../../..');

/** Replaces the guard when its file is loaded, so that no file on the disk changes. */
const breakGuard = {
  name: 'break-guard',
  enforce: 'pre' as const,
  transform(source: string, id: string): string | undefined {
    if (guard === null || !id.startsWith(join(root, guard.file))) return undefined;
    if (!source.includes(guard.code)) throw new Error(`${guard.file} does not have the guard`);
    return source.replace(guard.code, () => guard.replacement);
  },
};

/** Takes away both ways past the plug-in: Node.js loads the sources of unit tests by itself, and Vitest keeps transformed files. */
function loadThroughPlugin(project: TestProjectConfiguration): TestProjectConfiguration {
  if (typeof project !== 'object' || !('test' in project)) return project;
  const { experimental: _past, ...test } = project.test ?? {};
  return { ...project, test: { ...test, fsModuleCache: false } };
}

const base: ViteUserConfig = config;
const projects = base.test?.projects?.map(loadThroughPlugin) ?? [];

/** The tests of the project with one guard broken. One failure is enough. */
export default mergeConfig(
  { ...base, test: { ...base.test, projects } },
  {
    root,
    plugins: [breakGuard],
    test: { bail: 1, testTimeout: 60_000, hookTimeout: 60_000, retry: guard === null ? 1 : 0 },
  },
);
