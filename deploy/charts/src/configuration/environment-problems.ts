import { ConfigError, readConfig } from '@assay/chassis/config';
import type { Environment, Settings } from '@assay/chassis/config';
import type { ProcessName } from '@assay/proto/processes';
import { isOfTheSystem } from './groups.ts';
import { commandSettings, configurations } from './processes.ts';
import type { CommandName } from './processes.ts';
import { table } from './table.ts';

/**
 * What is wrong with the environment of a process, or of one of its commands, one line each: what it says itself when it
 * starts, and variables that nobody reads. Credentials have to be there in full.
 */
export function environmentProblems(
  process: ProcessName,
  environment: Environment,
  command?: CommandName,
): readonly string[] {
  const settings: Settings = command === undefined ? {} : commandSettings[command];
  const known = new Set([...table[process], ...Object.values(settings)].map(({ variable }) => variable));
  const unknown = Object.keys(environment).filter((name) => !known.has(name) && !isOfTheSystem(name));
  return [
    ...refusal(() => configurations[process].configFrom(environment)),
    ...refusal(() => readConfig(settings, environment)),
    ...unknown.map((name) => `${name} is read by nobody`),
  ];
}

function refusal(read: () => unknown): readonly string[] {
  try {
    read();
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n');
    throw error;
  }
}
