import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '@assay/local/config';
import { expect, it } from 'vitest';
import { goPrograms } from './go-programs.ts';

it.each(Object.values(goPrograms))(
  'the continuous integration builds $name in the version the charts use',
  async ({ module, version }) => {
    const script = await readFile(join(projectRoot, '.ci/run'), 'utf8');
    expect(script).toContain(`install_go_tool ${module} ${version}`);
  },
);
