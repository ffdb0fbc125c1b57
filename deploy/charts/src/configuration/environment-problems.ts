import { ConfigError } from '@assay/chassis/config';
import type { Environment } from '@assay/chassis/config';
import type { ProcessName } from '@assay/proto/processes';
import { isOfTheSystem } from './groups.ts';
import { configurations } from './processes.ts';
import { table } from './table.ts';

/**
 * What is wrong with the environment of a process, one line each: what the process itself says about it when it starts, and
 * variables that nobody reads. Credentials have to be there in full.
 */
export function environmentProblems(process: ProcessName, environment: Environment): readonly string[] {
  const known = new Set(table[process].map(({ variable }) => variable));
  const unknown = Object.keys(environment).filter((name) => !known.has(name) && !isOfTheSystem(name));
  return [...refusal(process, environment), ...unknown.map((name) => `${name} is read by nobody`)];
}

function refusal(process: ProcessName, environment: Environment): readonly string[] {
  try {
    configurations[process].configFrom(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n');
    throw error;
  }
}
