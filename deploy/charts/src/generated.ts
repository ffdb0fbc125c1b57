import { join } from 'node:path';
import { processes, processNames, servesRpcs } from '@assay/proto/processes';
import { platformChart } from './paths.ts';

/** A file that is made from what the sources say, and committed. */
export interface GeneratedFile {
  readonly path: string;
  readonly content: () => string;
}

export const generatedFiles: readonly GeneratedFile[] = [
  { path: join(platformChart, 'files/processes.json'), content: () => asJson(processTable()) },
];

/** What the templates need to know of each process. */
function processTable(): unknown {
  const rows = processNames.map((name) => {
    const { listeners, needs, calls } = processes[name];
    return [name, { serves: servesRpcs(name), listeners, needs, calls }];
  });
  return Object.fromEntries(rows);
}

function asJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
