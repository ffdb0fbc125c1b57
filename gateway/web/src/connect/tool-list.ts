import { byId, element } from '../shared/dom.ts';
import type { Tool, Toolset } from './connect-api.ts';

interface Group {
  readonly name: string;
  readonly tools: readonly ListedTool[];
}

interface ListedTool extends Tool {
  readonly isPaid: boolean;
}

/** Shows the tools in the order of the server, grouped by toolset. */
export function showTools(tools: readonly Tool[], toolsets: readonly Toolset[]): void {
  const groups = groupTools(tools, toolsets);
  const listed = groups.flatMap((group) => group.tools);
  const all = toolsets.flatMap((toolset) => toolset.tools).length;
  byId('tools-title').textContent = `This key sees ${listed.length} of ${all} tools`;
  byId('tools').replaceChildren(...groups.map(createGroup));
}

/** A tool that this page does not know belongs to a newer version of the server. */
function groupTools(tools: readonly Tool[], toolsets: readonly Toolset[]): readonly Group[] {
  const known = new Set(toolsets.flatMap((toolset) => toolset.tools.map(({ name }) => name)));
  const others = tools.filter(({ name }) => !known.has(name)).map((tool) => ({ ...tool, isPaid: false }));
  const groups = toolsets.map(({ name, tools: declared }) => ({
    name,
    tools: declared.flatMap(({ name: tool, isPaid }) => {
      const found = tools.find((one) => one.name === tool);
      return found === undefined ? [] : [{ ...found, isPaid }];
    }),
  }));
  return [...groups, { name: 'other', tools: others }].filter((group) => group.tools.length > 0);
}

function createGroup({ name, tools }: Group): HTMLElement {
  const id = `toolset-${name}`;
  return element(
    'section',
    { className: 'toolset', 'aria-labelledby': id },
    element(
      'h4',
      { id },
      element('code', {}, name),
      element('span', { className: 'soft small' }, tools.length === 1 ? '1 tool' : `${tools.length} tools`),
    ),
    element('ul', {}, ...tools.map(createTool)),
  );
}

function createTool(tool: ListedTool): HTMLElement {
  return element(
    'li',
    {},
    element('div', { className: 'tool' }, element('code', {}, tool.name), ...createLabels(tool)),
    element('p', { className: 'soft small' }, ...writeDescription(tool.description)),
  );
}

function createLabels({ isPaid, annotations }: ListedTool): HTMLElement[] {
  const { readOnlyHint, destructiveHint } = annotations;
  return [
    readOnlyHint ? createLabel('read-only', 'good') : undefined,
    destructiveHint ? createLabel('replaces or removes', 'bad') : undefined,
    isPaid ? createLabel('paid', 'warn') : undefined,
  ].filter((label) => label !== undefined);
}

function createLabel(text: string, tone: string): HTMLElement {
  return element('span', { className: `label ${tone}` }, text);
}

/** Shows names between backticks as code. */
function writeDescription(text: string): (Node | string)[] {
  return text.split('`').map((part, index) => (index % 2 === 0 ? part : element('code', {}, part)));
}
