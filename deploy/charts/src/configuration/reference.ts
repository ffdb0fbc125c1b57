import { processNames, serviceNames } from '@assay/proto/processes';
import type { ProcessName } from '@assay/proto/processes';
import { quantityOf } from './quantity.ts';
import { commandSettings } from './processes.ts';
import { entriesOf, table } from './table.ts';
import type { Entry } from './table.ts';

const introduction = `# Configuration

Every process reads its whole configuration from its environment, once, at the start. It prints one line for each missing or invalid
variable and exits with code 78. An empty variable counts as not set. Lists are separated by commas.
\`npm run charts -- --write\` generates this page from the \`config.ts\` of the processes.

The second column has the name of a setting in the values of the chart: under \`settings\` for all processes that read it, under
\`services.<process>.settings\` for one. Write numbers as numbers, and lists as lists. The last column has the source of a variable:

- **values**: the values of the chart, else the default.
- **Secret**: the Secret that the values name with \`existingSecret\`, or with \`secrets.<name>\` for this one; never the values themselves.
- **chart**, **image**: set by the chart or the image, not by values.`;

const commands = `## The commands that save and restore

They read the variables of their process and, in addition (in the values of the chart under \`backup\`):`;

/** Who reads a variable, and what each of them knows about it. */
interface Variable {
  readonly entry: Entry;
  readonly readers: ReadonlyMap<ProcessName, Entry>;
}

/** The reference of the configuration, as Markdown. */
export function configurationReference(): string {
  const variables = readVariables();
  const isReadBy = (names: readonly ProcessName[]) => (variable: Variable) =>
    variable.readers.size === names.length && names.every((name) => variable.readers.has(name));
  const isShared = ({ readers }: Variable): boolean => readers.size > 1;
  const isOfAll = isReadBy(processNames);
  const isOfServices = isReadBy(serviceNames);
  const sections = [
    section('Every process', variables.filter(isOfAll)),
    section('Every service', variables.filter(isOfServices)),
    section(
      'Several processes',
      variables.filter((one) => isShared(one) && !isOfAll(one) && !isOfServices(one)),
    ),
    ...processNames.map((name) => section(`\`${name}\` alone`, variables.filter(isReadBy([name])))),
    `${commands}\n\n${tableOf(['Variable', 'What it decides', 'Default'], commandRows())}`,
  ];
  return `${[introduction, ...sections].join('\n\n')}\n`;
}

function readVariables(): readonly Variable[] {
  const reads = processNames.flatMap((name) => table[name].map((entry) => ({ name, entry })));
  return [...Map.groupBy(reads, ({ entry }) => entry.variable).values()].flatMap((sharing) => {
    const [first] = sharing;
    if (first === undefined) return [];
    return [{ entry: first.entry, readers: new Map(sharing.map(({ name, entry }) => [name, entry])) }];
  });
}

function section(title: string, variables: readonly Variable[]): string {
  const head = ['Variable', 'In values', 'What it decides', 'Default', 'From'];
  return `## ${title}\n\n${tableOf(head, variables.map(rowOf))}`;
}

function commandRows(): readonly (readonly string[])[] {
  return entriesOf(commandSettings.backup).map((entry) => [
    `\`${entry.variable}\``,
    entry.about,
    entry.required ? 'required' : wordsOf(entry),
  ]);
}

function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows];
  return lines
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');
}

const sources = { values: 'values', secret: '**Secret**', chart: 'chart', image: 'image' } as const;

function rowOf(variable: Variable): readonly string[] {
  const { entry, readers } = variable;
  const isShared = readers.size > 1 && readers.size < serviceNames.length;
  const about = isShared ? `${entry.about} Read by ${[...readers.keys()].join(', ')}.` : entry.about;
  const name = entry.group === 'values' || entry.group === 'secret' ? `\`${entry.name}\`` : '';
  return [`\`${entry.variable}\``, name, about, defaultOf(variable), sources[entry.group]];
}

function defaultOf({ readers }: Variable): string {
  const entries = [...readers];
  const requiring = entries.filter(([, { required }]) => required).map(([name]) => name);
  if (requiring.length === entries.length) return 'required';
  const others = entries.filter(([, { required }]) => !required);
  const words = Map.groupBy(others, ([, entry]) => wordsOf(entry));
  const isSameForAll = words.size === 1 && requiring.length === 0;
  return [
    ...(requiring.length === 0 ? [] : [`required by ${requiring.join(', ')}`]),
    ...[...words].map(([said, sharing]) =>
      isSameForAll ? said : `${sharing.map(([name]) => name).join(', ')}: ${said}`,
    ),
  ].join('; ');
}

function wordsOf({ variable, fallback, unset }: Entry): string {
  if (fallback === undefined || unset.length > 0) return unset.join('; ');
  const quantity = quantityOf(variable, Number(fallback));
  return quantity === undefined ? `\`${fallback}\`` : `\`${fallback}\` (${quantity})`;
}
