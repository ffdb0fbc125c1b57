import { expandTemplate, linkedResources } from '@assay/operations/tools/resources';
import { describeResult } from './describe-result.ts';

export interface TextContent {
  readonly type: 'text';
  readonly text: string;
}

interface ResourceLink {
  readonly type: 'resource_link';
  readonly uri: string;
  readonly name: string;
  readonly description: string;
  readonly mimeType: string;
}

type Values = Readonly<Record<string, unknown>>;

/** The answer of a successful call. */
export interface ToolAnswer {
  readonly content: readonly (TextContent | ResourceLink)[];
  readonly structuredContent: Values;
}

/** Builds the answer of a tool: its result, a text that describes it, and links to large content. */
export function buildAnswer(tool: string, args: Values, structuredContent: Values): ToolAnswer {
  const text = toText(describeResult(structuredContent));
  return { content: [text, ...listLinks(tool, args)], structuredContent };
}

/** Lists the large content that belongs to the answer of a tool. */
function listLinks(tool: string, args: Values): ResourceLink[] {
  return linkedResources
    .filter((linked) => linked.tool === tool)
    .map(({ uriTemplate, name, description, mimeType }) => ({
      type: 'resource_link',
      uri: expandTemplate(uriTemplate, args),
      name,
      description,
      mimeType,
    }));
}

export function toText(text: string): TextContent {
  return { type: 'text', text };
}
