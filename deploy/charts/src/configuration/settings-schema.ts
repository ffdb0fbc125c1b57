import type { Form } from '@assay/chassis/config';
import { toVariableText } from '@assay/chassis/config';
import { processNames } from '@assay/proto/processes';
import type { ProcessName } from '@assay/proto/processes';
import type { Group } from './groups.ts';
import { table } from './table.ts';
import type { Entry } from './table.ts';

/**
 * The definitions of `settings` and `secrets` in values: for all processes (`settings`, `secrets`) and for one
 * (`settings.gateway`, `secrets.gateway`). A JSON Schema refers to them as `#/definitions/settings.gateway`.
 */
export function settingsSchema(): Readonly<Record<string, Form>> {
  const everything = processNames.flatMap((name) => table[name]);
  const ofEach = processNames.flatMap((name: ProcessName) => [
    [`settings.${name}`, settingsOf(table[name])],
    [`secrets.${name}`, secretsOf(table[name])],
  ]);
  return {
    secretReference: {
      type: 'object',
      additionalProperties: false,
      properties: {
        existingSecret: { type: 'string', minLength: 1, description: 'The name of a Secret.' },
        key: { type: 'string', minLength: 1, description: 'The key in it.' },
      },
    },
    settings: settingsOf(everything),
    secrets: secretsOf(everything),
    ...(Object.fromEntries(ofEach) as Record<string, Form>),
  };
}

function settingsOf(entries: readonly Entry[]): Form {
  return objectOf(entries, 'values', ({ about, form, fallback, unset }) => ({
    description: about,
    ...form,
    ...(fallback !== undefined && unset.length === 0 && { default: asValue(fallback, form) }),
  }));
}

function secretsOf(entries: readonly Entry[]): Form {
  return objectOf(entries, 'secret', ({ about }) => ({
    description: about,
    $ref: '#/definitions/secretReference',
  }));
}

function objectOf(entries: readonly Entry[], wanted: Group, formOf: (entry: Entry) => Form): Form {
  const properties = entries
    .filter(({ group }) => group === wanted)
    .map((entry) => [entry.name, formOf(entry)] as const);
  return { type: 'object', additionalProperties: false, properties: Object.fromEntries(properties) };
}

/** The value that a variable says, in the setting's form. */
function asValue(written: string, { type }: Form): unknown {
  const value: unknown =
    type === 'integer' ? Number(written) : type === 'array' ? written.split(',') : written;
  if (toVariableText(value) !== written)
    throw new TypeError(`${written} is not what a value of the form says`);
  return value;
}
