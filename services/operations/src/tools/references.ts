import { codesByReason, isReason } from '../errors/error-codes.ts';
import { toolsets } from './toolsets.ts';

const reference = /\{(\w+)\}/gu;

const toolsByOperation = new Map(
  toolsets.flatMap(({ tools }) =>
    Object.entries(tools).map(([name, { operation }]) => [operation, name] as const),
  ),
);

/** Shortens the description of an input to its first sentence: every tool is a part of every conversation. */
export function renderBriefly(text: string): string {
  const [sentence = ''] = /^.*?\.(?= |$)/u.exec(text) ?? [text];
  return renderForTools(sentence);
}

/** Renders the references in a text for MCP: a reason becomes its code, an operation the tool that performs it. */
export function renderForTools(text: string): string {
  return text.replaceAll(reference, (_match, name: string) => {
    const shown = isReason(name) ? codesByReason[name] : (toolsByOperation.get(name) ?? name);
    return `\`${shown}\``;
  });
}
