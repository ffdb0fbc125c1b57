import { cwd } from 'node:process';
import type { PlatformLayout } from '../platform/environment.ts';
import { writeLocalAddresses } from '../platform/local-addresses.ts';
import { localProject } from '../verification/local-project.ts';
import { describeResult } from '../verification/print-result.ts';
import { createRestClient } from '../verification/rest-client.ts';
import { samplePhotograph } from '../verification/sample-photograph.ts';
import type { StateFolder } from './state-folder.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { describeReceivers } from '../webhooks/example-receivers.ts';
import { verifyFile } from '../verification/verify-file.ts';

export interface ShowSampleOptions {
  readonly terminal: Terminal;
  readonly state: StateFolder;
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly layout: PlatformLayout;
  readonly mailUrl: string | undefined;
}

/** Verifies a real photograph through the public API, and prints its result and the next steps. */
export async function showSample(options: ShowSampleOptions): Promise<void> {
  const { terminal, state, baseUrl, apiKey, layout, mailUrl } = options;
  const client = createRestClient({ baseUrl, apiKey });
  const { projectId, organizationId } = await localProject(client, state.project);
  await writeLocalAddresses(state.addresses, { baseUrl, apiKey, organizationId, mailUrl }, layout);
  const task = terminal.task('sample');
  const onProgress = (step: string): void => {
    task.update(step);
  };
  const file = samplePhotograph();
  try {
    const result = await verifyFile({ client, projectId, file, reportsDir: state.reports, onProgress });
    task.done('verified a photograph through the public API');
    terminal.line();
    for (const line of describeResult(result, terminal, cwd())) terminal.line(line);
  } catch (error) {
    task.fail(`verifying the photograph failed: ${error instanceof Error ? error.message : String(error)}`);
  }
  terminal.line();
  for (const line of nextSteps(options, projectId)) terminal.line(line);
}

function nextSteps(
  { terminal, baseUrl, apiKey, layout, mailUrl }: ShowSampleOptions,
  projectId: string,
): string[] {
  const label = (text: string): string => terminal.style('bold', text.padEnd(10));
  return [
    `  ${label('Desk')}${baseUrl}/v2/desk`,
    `  ${label('Work')}${baseUrl}/v2/work`,
    `  ${label('MCP')}${baseUrl}/v2/mcp/connect`,
    `  ${label('API')}${baseUrl}`,
    `  ${label('Explorer')}${baseUrl}/v2`,
    `  ${label('Sign in')}${baseUrl}/v2/auth/start`,
    ...(mailUrl === undefined ? [] : [`  ${label('Inbox')}${mailUrl}`]),
    ...describeReceivers(layout, `${baseUrl}/v2/desk#webhooks/${projectId}`).map(
      (text, index) => `  ${label(index === 0 ? 'Webhooks' : '')}${text}`,
    ),
    `  ${label('Verify')}npm run verify -- photo.jpg`,
    `  ${label('Try')}curl -H 'X-API-Key: ${apiKey}' ${baseUrl}/v2/projects/${projectId}/verification-runs`,
  ];
}
