import { Counter, Histogram } from 'prom-client';
import type { Metrics } from '@assay/chassis/metrics';

/** How a call of a tool ended: `refused` for an error of the caller, `failed` for one of the platform. */
export type ToolCallOutcome = 'succeeded' | 'refused' | 'failed';

/** Counts a call of a tool and its duration. */
export type ObserveToolCall = (tool: string, outcome: ToolCallOutcome, tookMs: number) => void;

export function createToolMetrics(metrics: Metrics): ObserveToolCall {
  const calls = new Counter({
    name: 'assay_mcp_tool_calls_total',
    help: 'Calls of tools, by tool and outcome: succeeded, refused or failed.',
    labelNames: ['tool', 'outcome'],
    registers: [metrics],
  });
  const duration = new Histogram({
    name: 'assay_mcp_tool_call_duration_seconds',
    help: 'Time from a call of a tool to its answer, in seconds.',
    labelNames: ['tool'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60],
    registers: [metrics],
  });
  return (tool, outcome, tookMs) => {
    calls.inc({ tool, outcome });
    duration.observe({ tool }, tookMs / 1_000);
  };
}
