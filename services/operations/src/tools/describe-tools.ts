import type { ServedTool } from './serve-tools.ts';
import { toolsetNames } from './tool.ts';

/** Lists the tools as lines of Markdown, each with its description and its remarks in parentheses. */
export function renderToolList(tools: readonly ServedTool[]): string {
  return tools.map((tool) => `- \`${tool.name}\`: ${tool.description}${renderRemarks(tool)}`).join('\n');
}

function renderRemarks({ access: { keyRole }, annotations, isPaid, inputSchema }: ServedTool): string {
  const names = listArguments(inputSchema);
  const remarks = [
    ...(names === '' ? [] : [`arguments {${names}}`]),
    ...(keyRole === 'any' ? [] : [`key of role ${keyRole}`]),
    ...(annotations.readOnlyHint ? ['read-only'] : []),
    ...(isPaid ? ['paid'] : []),
  ];
  return remarks.length === 0 ? '' : ` (${remarks.join('; ')})`;
}

/** Lists the arguments. Optional ones end with a question mark. */
function listArguments({ properties, required = [] }: ServedTool['inputSchema']): string {
  const names = Object.keys(properties ?? {});
  return names.map((name) => ((required as readonly string[]).includes(name) ? name : `${name}?`)).join(', ');
}

/** Renders a table of Markdown with one row per toolset that has tools, padded as the formatter pads it. */
export function renderToolTable(tools: readonly ServedTool[]): string {
  const rows = toolsetNames.flatMap((toolset) => {
    const own = tools.filter((tool) => tool.toolset === toolset);
    const [reading, changing] = [true, false].map((reads) =>
      own.filter(({ annotations }) => annotations.readOnlyHint === reads).map(renderName),
    );
    return own.length === 0 ? [] : [[`\`${toolset}\``, reading, changing].map((cell) => String(cell ?? ''))];
  });
  return alignTable([['toolset', 'read-only tools', 'tools that change data'], ...rows]);
}

function renderName({ name, isPaid }: ServedTool): string {
  return ` \`${name}\`${isPaid ? ' (paid)' : ''}`;
}

function alignTable([head = [], ...rows]: readonly (readonly string[])[]): string {
  const trimmed = [head, ...rows].map((row) => row.map((cell) => cell.trim()));
  const widths = head.map((_cell, index) => Math.max(...trimmed.map((row) => row[index]?.length ?? 0)));
  const lines = trimmed.map((row) => row.map((cell, index) => cell.padEnd(widths[index] ?? 0)));
  const rule = widths.map((width) => '-'.repeat(width));
  return [lines[0] ?? [], rule, ...lines.slice(1)].map((row) => `| ${row.join(' | ')} |`).join('\n');
}
