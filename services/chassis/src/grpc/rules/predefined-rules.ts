import { getOption, hasOption, toJson } from '@bufbuild/protobuf';
import type { DescExtension, Message } from '@bufbuild/protobuf';
import { contract } from '../contract/contract.ts';

/** The limits that a predefined rule stands for. */
export interface PredefinedRule {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  /** Completes "<field> …" for a text that does not match the pattern. */
  readonly patternMessage?: string;
}

interface CelRule {
  readonly message: string;
  readonly expression: string;
}

/** The three forms that an expression of assay/rules/v1 may have. */
const forms = {
  minLength: /^!rule \|\| this\.size\(\) >= (\d+)$/u,
  maxLength: /^!rule \|\| this\.size\(\) <= (\d+)$/u,
  pattern: /^!rule \|\| this\.matches\(r'(.*)'\)$/su,
} as const;

const compiled = new Map<string, PredefinedRule>();

/**
 * Reads a predefined rule of protovalidate, such as `assay.rules.v1.name`. Throws for a name that the contract does not declare and
 * for an expression in another form.
 */
export function readPredefinedRule(name: string): PredefinedRule {
  const known = compiled.get(name);
  if (known !== undefined) return known;
  const extension = contract().getExtension(name);
  if (extension === undefined) throw new Error(`the contract has no rule ${name}`);
  const rule = Object.assign({}, ...readCel(extension).map((cel) => compile(name, cel))) as PredefinedRule;
  compiled.set(name, rule);
  return rule;
}

function compile(name: string, { message, expression }: CelRule): PredefinedRule {
  const [minLength] = forms.minLength.exec(expression)?.slice(1) ?? [];
  if (minLength !== undefined) return { minLength: Number(minLength) };
  const [maxLength] = forms.maxLength.exec(expression)?.slice(1) ?? [];
  if (maxLength !== undefined) return { maxLength: Number(maxLength) };
  const [pattern] = forms.pattern.exec(expression)?.slice(1) ?? [];
  if (pattern === undefined)
    throw new Error(`${name} has an expression that is not supported: ${expression}`);
  return { pattern, patternMessage: message };
}

function readCel(extension: DescExtension): readonly CelRule[] {
  const option = contract().getExtension('buf.validate.predefined');
  if (option?.message === undefined || !hasOption(extension, option)) {
    throw new Error(`${extension.typeName} is not a predefined rule`);
  }
  // The value of an option that is declared as a message has the type of that message.
  const rules = toJson(option.message, getOption(extension, option) as Message);
  return (rules as unknown as { readonly cel: readonly CelRule[] }).cel;
}

/** Returns the words for a text that does not match a pattern of the contract; undefined for any other pattern. */
export function describePattern(pattern: string): string | undefined {
  for (const declared of contract()) {
    if (declared.kind !== 'extension' || declared.extendee.typeName !== 'buf.validate.StringRules') continue;
    const rule = readPredefinedRule(declared.typeName);
    if (rule.pattern === pattern) return rule.patternMessage;
  }
  return undefined;
}
