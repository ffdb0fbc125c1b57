import { each, quantileBy, rateBy, sumBy } from './queries.ts';
import type { DashboardSpec } from './panel.ts';

const adapter = 'process="mcp"';
const calls = 'assay_mcp_tool_calls_total';

export const mcp: DashboardSpec = {
  name: 'mcp',
  title: 'MCP',
  panels: [
    {
      title: 'Calls of tools',
      about:
        'Refused: an error of the caller. Failed: an error of the platform, which the gateway answers with 200.',
      unit: 'ops',
      queries: [each('outcome', rateBy('outcome', calls))],
    },
    {
      title: 'Failing tools',
      about: 'See the runbook AssayToolFailures.',
      unit: 'ops',
      queries: [each('tool', rateBy('tool', calls, 'outcome="failed"'))],
    },
    {
      title: 'Most called tools',
      about: 'The ten tools with the highest rate of calls.',
      unit: 'ops',
      queries: [each('tool', `topk(10, ${rateBy('tool', calls)})`)],
    },
    {
      title: 'Slowest tools',
      about: 'The ten tools with the highest 95th percentile.',
      unit: 's',
      queries: [
        each('tool', `topk(10, ${quantileBy(0.95, 'tool', 'assay_mcp_tool_call_duration_seconds')})`),
      ],
    },
    {
      title: 'Requests at the gateway',
      about: '401: no valid credential. 403: a page of another site. 503: mcp is unavailable.',
      unit: 'reqps',
      queries: [each('status', rateBy('status', 'assay_http_requests_total', 'route="/v2/mcp"'))],
    },
    {
      title: 'CPU',
      about: 'Autoscalers of mcp count it.',
      unit: 'short',
      queries: [{ expr: rateBy('pod', 'process_cpu_seconds_total', adapter), name: '{{pod}}' }],
    },
    {
      title: 'Memory',
      about: 'Resident memory of each replica.',
      unit: 'bytes',
      queries: [{ expr: sumBy('pod', 'process_resident_memory_bytes', adapter), name: '{{pod}}' }],
    },
  ],
};
