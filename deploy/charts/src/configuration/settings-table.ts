import { byProcess, table } from './table.ts';
import { ownSecrets } from './groups.ts';

/**
 * By which templates turn values into variables, for each process: under the name in values its variable, who says what it
 * holds, and what a value has to be. `perProcess`: each process has its own, in a Secret under `<process>.<VARIABLE>`.
 */
export function settingsTable(): unknown {
  return byProcess((process) => {
    const entries = table[process].filter(({ group }) => group !== 'image');
    return Object.fromEntries(
      entries.map(({ name, variable, group, required, form }) => [
        name,
        {
          variable,
          kind: group,
          secret: group === 'secret',
          required,
          ...(ownSecrets.has(variable) && { perProcess: true }),
          form,
        },
      ]),
    );
  });
}
