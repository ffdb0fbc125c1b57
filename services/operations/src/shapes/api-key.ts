import { ApiKey } from '@assay/proto/identity/v1/api_key';
import { nullable } from '../json-schema.ts';
import { defineShape } from '../shape.ts';

/** Shows null for no limit, which a list of a message cannot express. */
export const apiKey = defineShape(ApiKey, {
  hidden: ['allowsNoTools'],
  members: {
    allowedTools: {
      schema: {
        ...nullable(
          { type: 'array', items: { type: 'string' } },
          'The MCP tools that the key may call. Null for all tools that its role allows; empty for none.',
        ),
        examples: [['list_projects']],
      },
      value: ({ allowedTools, allowsNoTools }) =>
        allowedTools.length > 0 || allowsNoTools ? allowedTools : null,
    },
  },
});
