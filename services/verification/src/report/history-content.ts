import type { JsonObject, JsonValue } from '@assay/checks/check/check';
import { manifests } from '@assay/checks/manifests';
import { actionWords } from '@assay/checks/provenance/c2pa/actions';
import { formatTime } from './words/wording.ts';
import type { ReportBlock, ReportRow, ReportSection } from './report-content.ts';
import type { ReportInput } from './report-input.ts';

const maxRows = 30;
const worth =
  'This is what the signer states, and it is worth what the signer is worth. Steps that were not recorded are not in it.';

/** What Content Credentials state of the file's history: who signed, what was done, what it was made from. */
export function historySection({ stages }: ReportInput): ReportSection[] {
  const check = stages
    .flatMap(({ checks }) => checks)
    .find((result) => manifests.get(result.check)?.basis === 'credentials');
  if (check?.applicability.applicable !== true) return [];
  const rows = [...signerRows(check.facts), ...stepRows(check.facts), ...sourceRows(check.facts)];
  if (rows.length === 0) return [];
  const blocks: ReportBlock[] = [
    { kind: 'rows', rows },
    { kind: 'note', text: worth },
  ];
  return [{ id: 'history', title: 'What its Content Credentials state', blocks }];
}

function signerRows({ signer, claimGenerator }: JsonObject): ReportRow[] {
  const name = textOf(signer, 'commonName') ?? textOf(signer, 'issuer');
  const signedAt = textOf(signer, 'signedAt');
  const at = signedAt === null ? '' : `, ${timeWords(signedAt)}`;
  return [
    ...(name === null ? [] : [['Signed by', `${name}${at}`] as const]),
    ...(typeof claimGenerator === 'string' ? [['Written by', claimGenerator] as const] : []),
  ];
}

function stepRows({ actions }: JsonObject): ReportRow[] {
  const steps = itemsOf(actions).map((action) => {
    const agent = textOf(action, 'softwareAgent');
    const when = textOf(action, 'when');
    const circumstances = [agent, when === null ? null : timeWords(when)].filter((part) => part !== null);
    const words = actionWords(textOf(action, 'action') ?? 'unknown');
    return circumstances.length === 0 ? words : `${words} (${circumstances.join(', ')})`;
  });
  return steps.length === 0 ? [] : [['What was done', listed(steps)]];
}

/** The tree of sources, each named with what it was made from in turn. */
function sourceRows({ ingredients }: JsonObject): ReportRow[] {
  const sources = itemsOf(ingredients).map(sourceWords);
  return sources.length === 0 ? [] : [['Made from', listed(sources)]];
}

function sourceWords(ingredient: JsonValue): string {
  const title = textOf(ingredient, 'title') ?? 'a file without a name';
  const own = memberOf(ingredient, 'hasManifest') === true ? 'with' : 'without';
  const below = itemsOf(memberOf(ingredient, 'ingredients')).map(sourceWords);
  const madeFrom = below.length === 0 ? '' : `, made from ${listed(below)}`;
  return `${title} (${own} Content Credentials of its own${madeFrom})`;
}

function listed(parts: readonly string[]): string {
  const more = parts.length - maxRows;
  return [...parts.slice(0, maxRows), ...(more > 0 ? [`${String(more)} more`] : [])].join('; ');
}

/** What was no time when it was signed is shown as it stands. */
function timeWords(text: string): string {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? text : formatTime(time);
}

function itemsOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [];
}

function memberOf(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonObject)[name]
    : undefined;
}

function textOf(value: JsonValue | undefined, name: string): string | null {
  const text = memberOf(value, name);
  return typeof text === 'string' && text !== '' ? text : null;
}
