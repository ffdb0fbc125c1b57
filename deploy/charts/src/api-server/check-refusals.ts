import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Finding } from '../findings.ts';
import { examples } from '../render.ts';
import { helmIn } from './helm.ts';
import { createNamespace } from './prerequisites.ts';
import type { ApiServer } from './start-server.ts';

/** What must be complained of, so that the other findings mean something: changes to what Helm renders. */
const faults = [
  {
    subject: 'faults: a field that Kubernetes does not know is refused',
    edit: 's/^  revisionHistoryLimit:/  revisionHistoryLimits:/',
    complaint: 'unknown field',
  },
  {
    subject: 'faults: a selector that changes is refused',
    edit: 's/^\\( *app.kubernetes.io.component: gateway-api\\)$/\\1-2/',
    complaint: 'field is immutable',
  },
  {
    subject: 'faults: a template whose pods would not be admitted is warned of',
    edit: 's/runAsNonRoot: true/runAsNonRoot: false/',
    complaint: 'would violate PodSecurity',
  },
];

/** Upgrades the least that runs by a release with one fault each. */
export async function* checkRefusals(server: ApiServer): AsyncGenerator<Finding> {
  const helm = await helmIn(server, await createNamespace(server.client, 'faults'));
  const { chart, valuesFiles } = examples.minimal;
  const values = valuesFiles.flatMap((file) => ['--values', file]);
  yield {
    subject: 'faults: a release to upgrade is installed',
    problems: await helm.install(chart, ...values),
  };
  for (const { subject, edit, complaint } of faults) {
    const editor = join(server.folder, 'edit-rendered.sh');
    await writeFile(editor, `#!/bin/sh\nexec sed '${edit}'\n`, { mode: 0o700 });
    const said = await helm.upgrade(chart, ...values, '--post-renderer', editor);
    const isFound = said.some((line) => line.includes(complaint));
    yield { subject, problems: isFound ? [] : [`nothing says "${complaint}": ${said.join('\n')}`] };
  }
}
