import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '@assay/local/config';
import { runChild } from '@assay/local/processes/run-child';
import { findOnPath } from '@assay/local/servers/find-on-path';
import { describe, expect, it } from 'vitest';
import { readRules, ruleFiles } from '../../src/observed.ts';
import { repositoryRoot } from '../../src/paths.ts';
import { alertCases, healthy, minutes } from './alert-cases.ts';
import type { SeriesValues } from './alert-cases.ts';

const promtool = findOnPath('promtool', readConfig().path) ?? '';
const rules = await readRules();
const alerts = rules.filter(({ alert }) => alert !== undefined);

describe('every alert', () => {
  it('has cases in which it fires and stays silent', () => {
    const severities = alertCases.flatMap(({ expected }) => expected);
    expect(new Set(severities)).toEqual(
      new Set(alerts.map(({ alert, labels }) => `${String(alert)} ${String(labels?.['severity'])}`)),
    );
  });

  it.each([...new Set(alerts.map(({ alert = '' }) => alert))])(
    '%s has a runbook that begins with a command to run',
    async (alert) => {
      const path = `deploy/docs/runbooks/${alert}.md`;
      const named = alerts.filter((rule) => rule.alert === alert);
      expect(named.map(({ annotations }) => annotations?.['runbook_url'])).toEqual(named.map(() => path));
      const runbook = await readFile(join(repositoryRoot, path), 'utf8');
      expect(runbook).toMatch(new RegExp(`^# ${alert}\\n\\n\`\`\`sh\\n\\S`, 'u'));
    },
  );
});

describe.skipIf(promtool === '')(
  `rules (${promtool === '' ? 'needs promtool' : 'promtool is there'})`,
  () => {
    it('are what Prometheus reads', async () => {
      const { exitCode, stderr } = await runChild({
        command: promtool,
        args: ['check', 'rules', ...(await ruleFiles())],
        output: 'kept',
      });
      expect([exitCode, stderr]).toEqual([0, '']);
    });

    it('fire as they should, alone, and are silent while all is well or nearly so', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'assay-rules-'));
      try {
        const file = join(folder, 'cases.json');
        await writeFile(file, JSON.stringify(await unitTests()));
        const { exitCode, stdout, stderr } = await runChild({
          command: promtool,
          args: ['test', 'rules', file],
          output: 'kept',
        });
        expect([exitCode, stderr, stdout]).toEqual([0, '', expect.stringContaining('SUCCESS')]);
      } finally {
        await rm(folder, { recursive: true });
      }
    });
  },
);

/** What promtool reads: YAML, of which JSON is a part. */
async function unitTests(): Promise<unknown> {
  const cases = alertCases.flatMap(({ alert, expected, fires, silent }) => [
    unitTest(`${alert} fires`, fires, expected),
    unitTest(`${alert} is silent`, silent, []),
  ]);
  return {
    rule_files: await ruleFiles(),
    evaluation_interval: '1m',
    tests: [unitTest('all is well', {}, []), ...cases],
  };
}

function unitTest(name: string, replaced: SeriesValues, expected: readonly string[]): unknown {
  return {
    name,
    interval: '1m',
    input_series: Object.entries({ ...healthy, ...replaced }).map(([series, values]) => ({ series, values })),
    promql_expr_test: [
      {
        expr: 'group by (alertname, severity) (ALERTS{alertstate="firing"})',
        eval_time: `${minutes}m`,
        exp_samples: expected.map((text) => {
          const [alertname = '', severity = ''] = text.split(' ');
          return { labels: `{alertname="${alertname}",severity="${severity}"}`, value: 1 };
        }),
      },
    ],
  };
}
