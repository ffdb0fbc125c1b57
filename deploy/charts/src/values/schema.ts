import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { processNames } from '@assay/proto/processes';
import { settingsSchema } from '../configuration/settings-schema.ts';
import { platformChart } from '../paths.ts';
import { group, mapOf } from './forms.ts';
import type { Properties, Schema } from './forms.ts';
import { platform } from './platform.ts';
import { image, role, workload } from './workload.ts';

const refer = (name: string): Schema => ({ $ref: `#/definitions/${name}` });

/** Returns the schema of the platform's values; it refuses all others. */
export function valuesSchema(): Schema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    ...group('The values of the platform.', {
      ...removed(),
      ...platform,
      settings: refer('settings'),
      secrets: refer('secrets'),
      defaults: group('Values of all workloads; a service or role can override them.', workload),
      services: group(
        'Each process and its roles, one Deployment per role.',
        Object.fromEntries(processNames.map((name) => [name, serviceOf(name)])),
      ),
    }),
    definitions: settingsSchema(),
  };
}

function serviceOf(name: string): Schema {
  const settings = refer(`settings.${name}`);
  return group(`The process ${name}.`, {
    ...workload,
    image,
    settings,
    secrets: refer(`secrets.${name}`),
    roles: mapOf(group('One Deployment.', { ...workload, ...role, settings })),
  });
}

/** Removed values pass the schema, so that the templates can name their successors. */
function removed(): Properties {
  const names = JSON.parse(readFileSync(join(platformChart, 'files/removed.json'), 'utf8')) as object;
  return Object.fromEntries(Object.keys(names).map((name) => [name, {}]));
}
