import { getOption, hasOption, ScalarType, toJson } from '@bufbuild/protobuf';
import type { DescField, Message } from '@bufbuild/protobuf';
import { contract } from '../contract/contract.ts';
import { readPredefinedRule } from './predefined-rules.ts';
import type { PredefinedRule } from './predefined-rules.ts';

/** The rules of the option `(buf.validate.field)` of a field. An undefined rule does not limit the field. */
export interface FieldRules {
  /** The field must be set. A field without presence must not be zero or empty. */
  readonly required: boolean;
  /** A zero or empty value counts as unset, and the other rules do not apply to it. */
  readonly ignoreIfZero: boolean;
  /** In Unicode code points, like all lengths. */
  readonly minLength?: number;
  readonly maxLength?: number;
  /** A regular expression, not anchored. */
  readonly pattern?: string;
  /** Completes "<field> …" for a text that does not match the pattern. */
  readonly patternMessage?: string;
  /** A substring that the text must not contain. */
  readonly notContains?: string;
  readonly format?: 'email' | 'uri';
  readonly oneOf?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  /** The value of a field that is unset or 0. */
  readonly defaultNumber?: number;
  /** The numbers of enum values that are not accepted. */
  readonly excludedValues?: readonly number[];
  /** The rules of each item of a repeated field. */
  readonly items?: FieldRules;
}

/** The option in the JSON form of protobuf: only fields that are set, 64-bit numbers as strings. */
interface RulesJson {
  readonly required?: boolean;
  readonly ignore?: 'IGNORE_UNSPECIFIED' | 'IGNORE_IF_ZERO_VALUE';
  readonly string?: StringRulesJson;
  readonly int32?: RangeJson;
  readonly int64?: RangeJson;
  readonly enum?: { readonly notIn?: readonly number[] };
  readonly repeated?: RepeatedRulesJson;
}

interface StringRulesJson {
  /** A predefined rule, by its name in brackets. */
  readonly [predefined: `[${string}]`]: boolean;
  readonly len?: string;
  readonly minLen?: string;
  readonly maxLen?: string;
  readonly notContains?: string;
  readonly in?: readonly string[];
  readonly email?: boolean;
  readonly uri?: boolean;
}

interface RangeJson {
  readonly gte?: number | string;
  readonly lte?: number | string;
}

interface RepeatedRulesJson {
  readonly minItems?: string;
  readonly maxItems?: string;
  readonly unique?: boolean;
  readonly items?: RulesJson;
}

/** Returns the rules of a field of `contract()`. Throws for rules that do not fit the type of the field. */
export function fieldRules(field: DescField): FieldRules {
  const rules = readOption(field);
  requireFit(rules, field.fieldKind === 'list' ? 'repeated' : findRuleKind(field), field);
  if (rules.repeated?.items !== undefined) requireFit(rules.repeated.items, findRuleKind(field), field);
  return { ...toFieldRules(rules), ...definedOnly({ defaultNumber: readDefaultNumber(field) }) };
}

function readDefaultNumber(field: DescField): number | undefined {
  const option = contract().getExtension('assay.rules.v1.default_number');
  return option !== undefined && hasOption(field, option) ? Number(getOption(field, option)) : undefined;
}

type RuleKind = Exclude<keyof RulesJson, 'required' | 'ignore'>;

const scalarRules: Readonly<Partial<Record<ScalarType, RuleKind>>> = {
  [ScalarType.STRING]: 'string',
  [ScalarType.INT32]: 'int32',
  [ScalarType.INT64]: 'int64',
};

/** Returns the kind of rules for the value of a field, or for each item of a list. undefined: only `required` and `ignore`. */
function findRuleKind(field: DescField): RuleKind | undefined {
  if (field.fieldKind === 'map') return undefined;
  if (field.enum !== undefined) return 'enum';
  return field.scalar === undefined ? undefined : scalarRules[field.scalar];
}

function requireFit(rules: RulesJson, kind: RuleKind | undefined, { name, parent }: DescField): void {
  const others = Object.keys(rules).filter((key) => !['required', 'ignore', kind].includes(key));
  if (others.length > 0) {
    throw new Error(`${parent.typeName}.${name} cannot have rules for ${others.join(' and ')}`);
  }
}

function readOption(field: DescField): RulesJson {
  const extension = contract().getExtension('buf.validate.field');
  if (extension?.message === undefined) throw new Error('the contract lacks buf.validate.field');
  // The value of an option that is declared as a message has the type of that message.
  const rules = getOption(field, extension) as Message;
  return toJson(extension.message, rules, { registry: contract() }) as RulesJson;
}

function toFieldRules(rules: RulesJson): FieldRules {
  const { required = false, ignore, string = {}, repeated = {} } = rules;
  const { gte, lte } = rules.int32 ?? rules.int64 ?? {};
  const limits = {
    ...predefinedLimits(string),
    ...definedOnly({
      minLength: toNumber(string.minLen ?? string.len),
      maxLength: toNumber(string.maxLen ?? string.len),
    }),
    notContains: string.notContains,
    format: readFormat(string),
    oneOf: string.in,
    minimum: toNumber(gte),
    maximum: toNumber(lte),
    minItems: toNumber(repeated.minItems),
    maxItems: toNumber(repeated.maxItems),
    uniqueItems: repeated.unique,
    excludedValues: rules.enum?.notIn,
    items: repeated.items && toFieldRules(repeated.items),
  };
  return { required, ignoreIfZero: ignore === 'IGNORE_IF_ZERO_VALUE', ...definedOnly(limits) };
}

/** Returns the limits of all predefined rules of a field. The caller lets the field's own lengths override them. */
function predefinedLimits(rules: StringRulesJson): PredefinedRule {
  const names = Object.keys(rules).filter((key) => key.startsWith('['));
  return Object.assign({}, ...names.map((name) => readPredefinedRule(name.slice(1, -1)))) as PredefinedRule;
}

function definedOnly<T extends object>(limits: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const defined = Object.entries(limits).filter(([, limit]) => limit !== undefined);
  return Object.fromEntries(defined) as { [K in keyof T]?: Exclude<T[K], undefined> };
}

function readFormat({ email = false, uri = false }: StringRulesJson): FieldRules['format'] {
  if (email) return 'email';
  return uri ? 'uri' : undefined;
}

function toNumber(value: number | string | undefined): number | undefined {
  return value === undefined ? undefined : Number(value);
}
