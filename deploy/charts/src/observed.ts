import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { dashboards } from './dashboards/dashboards.ts';
import { platformChart } from './paths.ts';

/** A rule as Prometheus reads it: an alert, or a series that is recorded. */
export interface Rule {
  readonly alert?: string;
  readonly record?: string;
  readonly expr: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

interface RuleFile {
  readonly groups: readonly { readonly rules: readonly Rule[] }[];
}

const rulesFolder = join(platformChart, 'files/rules');

export async function ruleFiles(): Promise<readonly string[]> {
  const names = await readdir(rulesFolder);
  return names.sort().map((name) => join(rulesFolder, name));
}

export async function readRules(): Promise<readonly Rule[]> {
  const texts = await Promise.all((await ruleFiles()).map((path) => readFile(path, 'utf8')));
  // promtool checks their shape.
  return texts.flatMap((text) => (parse(text) as RuleFile).groups.flatMap(({ rules }) => rules));
}

/** A query with where it stands. */
export interface ObservedQuery {
  readonly place: string;
  readonly expr: string;
}

export const dashboardQueries: readonly ObservedQuery[] = dashboards.flatMap(({ name, panels }) =>
  panels.flatMap(({ title, queries }) => queries.map(({ expr }) => ({ place: `${name}: ${title}`, expr }))),
);

export async function ruleQueries(): Promise<readonly ObservedQuery[]> {
  const rules = await readRules();
  return rules.map(({ alert, record, expr }) => ({ place: alert ?? record ?? '', expr }));
}
