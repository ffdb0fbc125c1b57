import { processNames } from '@assay/proto/processes';

/** Series by name and labels, each with its values minute by minute in promtool's notation. */
export type SeriesValues = Readonly<Record<string, string>>;

/** In what an alert fires, and what is nearly as bad and it stays silent in. */
export interface AlertCase {
  readonly alert: string;
  /** Every alert that then fires, with its severity. */
  readonly expected: readonly string[];
  readonly fires: SeriesValues;
  readonly silent: SeriesValues;
}

/** As long as the slowest alert takes; longer windows hold the same ratios. */
export const minutes = 45;

const always = (value: number): string => `${String(value)}x${String(minutes)}`;
const rising = (perMinute: number): string => `0+${String(perMinute)}x${String(minutes)}`;
const never = `_x${String(minutes)}`;
/** Another value in the last minutes only. */
const lately = (before: string, value: number, lastMinutes: number): string =>
  `${before}x${String(minutes - lastMinutes)} ${String(value)}x${String(lastMinutes)}`;

const started = (name: string): string =>
  `process_start_time_seconds{namespace="n",process="${name}",pod="a"}`;
const requests = (status: number): string =>
  `assay_http_requests_total{namespace="n",process="gateway",method="GET",route="/v2/projects",status="${String(status)}"}`;
const reads = (suffix: string, le = ''): string =>
  `assay_http_request_duration_seconds_${suffix}{namespace="n",process="gateway",method="GET",route="/v2/projects"${le}}`;
const quickReads = reads('bucket', ',le="0.5"');
const lag = 'nodejs_eventloop_lag_p99_seconds{namespace="n",process="gateway",pod="a"}';
const circuit = 'assay_circuit_open{namespace="n",process="gateway",back_end="billing"}';
const rpcs = (code: string): string =>
  `assay_rpcs_total{namespace="n",process="billing",rpc="/assay.billing.v1.HoldsService/CreateHold",code="${code}"}`;
const certificate =
  'assay_certificate_expiry_timestamp_seconds{namespace="n",process="billing",certificate="own"}';
const dependency = (pod: string, name = 'mongodb', process = 'billing'): string =>
  `assay_dependency_up{namespace="n",process="${process}",dependency="${name}",pod="${pod}"}`;
/** The servers of others, by who leans on them. */
const remotes = [
  ['smtp', 'identity-org'],
  ['issuer', 'identity-org'],
  ['payments', 'billing'],
  ['detector', 'verification'],
] as const;
const consumer = 'namespace="n",process="billing",consumer="billing__on-run-completed"';
const waiting = `assay_work_waiting{${consumer},place="queue"}`;
const age = `assay_work_age_seconds{${consumer},place="queue"}`;
const deadLetters = `assay_dead_letters{${consumer}}`;
const events = (outcome: string): string => `assay_events_total{${consumer},outcome="${outcome}"}`;
const unitConsumer = 'namespace="n",process="datasets",consumer="datasets__on-cleaning-unit-requested"';
const unitAge = `assay_work_age_seconds{${unitConsumer},place="queue"}`;
const unitsInProgress = `assay_events_in_flight{${unitConsumer},pod="a"}`;
const jobs = (state: string): string =>
  `assay_dataset_jobs_total{namespace="n",process="datasets",work="clean",state="${state}"}`;
const releaseLag = 'assay_dataset_release_lag_seconds{namespace="n",process="datasets"}';
const deliveryLag = 'assay_webhook_delivery_lag_seconds{namespace="n",process="crowd-webhooks",pod="a"}';
const attempts = (outcome: string): string =>
  `assay_webhook_attempts_total{namespace="n",process="crowd-webhooks",pod="b",outcome="${outcome}"}`;
const crowdLag = (work: string): string =>
  `assay_crowd_lag_seconds{namespace="n",process="crowd-webhooks",pod="a",work="${work}"}`;
const chargeAge =
  'assay_work_age_seconds{namespace="n",process="billing",consumer="billing__on-answer-accepted",place="queue"}';
const crowdOutboxLag = 'assay_outbox_lag_seconds{namespace="n",process="crowd-webhooks"}';
const toolCalls = (outcome: string): string =>
  `assay_mcp_tool_calls_total{namespace="n",process="mcp",pod="a",tool="get_project",outcome="${outcome}"}`;
const outboxLag = 'assay_outbox_lag_seconds{namespace="n",process="billing"}';
const ledgerLag = 'assay_ledger_lag_seconds{namespace="n",process="billing"}';

const daysAhead = (days: number): string => always(minutes * 60 + days * 86_400);

/** A platform that is well; every case is this one with some series replaced. */
export const healthy: SeriesValues = {
  ...Object.fromEntries(processNames.map((name) => [started(name), always(0)])),
  [requests(200)]: rising(6_000),
  [quickReads]: rising(6_000),
  [reads('count')]: rising(6_000),
  [lag]: always(0.01),
  [circuit]: always(0),
  [rpcs('OK')]: rising(6_000),
  [toolCalls('succeeded')]: rising(6_000),
  [certificate]: daysAhead(90),
  [dependency('a')]: always(1),
  ...Object.fromEntries(remotes.map((remote) => [dependency('a', ...remote), always(1)])),
  [waiting]: always(0),
  [age]: always(0),
  [unitAge]: always(0),
  [unitsInProgress]: always(0),
  [jobs('cleaned')]: rising(1),
  [jobs('failed')]: always(0),
  [releaseLag]: always(60),
  [deadLetters]: always(0),
  [events('handled')]: rising(60),
  [deliveryLag]: always(0),
  [attempts('succeeded')]: rising(60),
  ...Object.fromEntries(
    ['creation', 'end', 'expiry', 'completion', 'acceptance', 'block'].map((work) => [
      crowdLag(work),
      always(2),
    ]),
  ),
  [chargeAge]: always(1),
  [crowdOutboxLag]: always(1),
  [outboxLag]: always(0),
  [ledgerLag]: always(0),
};

/** An alert of one severity and one series. */
const simple = (
  alert: string,
  severity: 'page' | 'ticket',
  series: string,
  [fires, silent]: readonly [string, string],
): AlertCase => ({
  alert,
  expected: [`${alert} ${severity}`],
  fires: { [series]: fires },
  silent: { [series]: silent },
});

export const alertCases: readonly AlertCase[] = [
  {
    alert: 'AssayAvailability',
    expected: ['AssayAvailability page', 'AssayAvailability ticket'],
    fires: { [requests(503)]: rising(120) },
    silent: { [requests(503)]: lately('0', 600, 3) },
  },
  simple('AssayAvailability', 'ticket', requests(500), [rising(50), rising(30)]),
  {
    alert: 'AssayLatency',
    expected: ['AssayLatency page', 'AssayLatency ticket'],
    fires: { [quickReads]: rising(4_800) },
    silent: { [quickReads]: rising(5_800) },
  },
  simple('AssayLatency', 'ticket', quickReads, [rising(5_520), rising(5_700)]),
  ...processNames.map((name) =>
    simple('AssayProcessMissing', 'page', started(name), [never, lately('_', 0, 3)]),
  ),
  simple('AssayProcessRestarts', 'ticket', started('billing'), [rising(60), lately('0', 100, 5)]),
  simple('AssayEventLoopBlocked', 'ticket', lag, [always(0.6), lately('0', 0.6, 5)]),
  simple('AssayCircuitOpen', 'page', circuit, [always(1), lately('0', 1, 1)]),
  simple('AssayRpcFailures', 'ticket', rpcs('INTERNAL'), [rising(120), rising(30)]),
  simple('AssayToolFailures', 'ticket', toolCalls('failed'), [rising(120), rising(30)]),
  simple('AssayCertificateExpires', 'ticket', certificate, [daysAhead(10), daysAhead(15)]),
  {
    alert: 'AssayDependencyAway',
    expected: ['AssayDependencyAway page'],
    fires: { [dependency('a')]: always(0) },
    silent: { [dependency('a')]: always(0), [dependency('b')]: always(1) },
  },
  ...remotes.map((remote) =>
    simple('AssayDependencyAway', 'page', dependency('a', ...remote), [always(0), lately('1', 0, 1)]),
  ),
  simple('AssayWorkWaits', 'page', age, [always(400), always(200)]),
  {
    alert: 'AssayDatasetJobsWait',
    expected: ['AssayDatasetJobsWait page'],
    fires: { [unitAge]: always(400) },
    silent: { [unitAge]: always(4_000), [unitsInProgress]: always(2) },
  },
  simple('AssayDatasetJobsFail', 'ticket', jobs('failed'), [rising(2), rising(0.5)]),
  {
    alert: 'AssayDatasetJobsFail',
    expected: ['AssayDatasetJobsFail ticket'],
    fires: { [jobs('cleaned')]: always(5), [jobs('failed')]: rising(0.2) },
    silent: { [jobs('cleaned')]: always(5), [jobs('failed')]: lately('0', 2, 20) },
  },
  simple('AssayDatasetReleasesWait', 'ticket', releaseLag, [always(4_000), always(3_000)]),
  {
    alert: 'AssayWebhookDeliveriesWait',
    expected: ['AssayWebhookDeliveriesWait page'],
    fires: { [deliveryLag]: always(400), [attempts('succeeded')]: always(0) },
    silent: { [deliveryLag]: always(40_000), [attempts('unreachable')]: rising(60) },
  },
  {
    alert: 'AssayWebhookDeliveriesWait',
    expected: ['AssayWebhookDeliveriesWait page'],
    fires: { [deliveryLag]: always(400), [attempts('succeeded')]: never },
    silent: { [deliveryLag]: always(200), [attempts('succeeded')]: never },
  },
  simple('AssayWebhooksUnreachable', 'ticket', attempts('unreachable'), [rising(1_000), rising(400)]),
  {
    alert: 'AssayWebhooksUnreachable',
    expected: ['AssayWebhooksUnreachable ticket'],
    fires: { [attempts('succeeded')]: always(9), [attempts('unreachable')]: rising(2) },
    silent: { [attempts('succeeded')]: always(9), [attempts('unreachable')]: rising(1) },
  },
  simple('AssayCrowdJobsUnpaid', 'ticket', crowdLag('creation'), [always(400), always(200)]),
  simple('AssayCrowdReleasesWait', 'ticket', chargeAge, [always(200), always(100)]),
  simple('AssayCrowdWorkOverdue', 'page', crowdLag('completion'), [always(90), lately('2', 90, 1)]),
  simple('AssayCrowdWorkOverdue', 'page', crowdLag('acceptance'), [always(90), always(50)]),
  simple('AssayCrowdWorkOverdue', 'page', crowdLag('block'), [always(90), always(50)]),
  simple('AssayCrowdClaimsNotFreed', 'ticket', crowdLag('expiry'), [always(90), always(50)]),
  simple('AssayCrowdEventsLate', 'ticket', crowdOutboxLag, [always(10), lately('1', 10, 1)]),
  simple('AssayCrowdEventsLate', 'ticket', crowdLag('end'), [always(10), always(4)]),
  simple('AssayWorkUnmeasured', 'ticket', waiting, [never, lately('_', 7, 2)]),
  simple('AssayEventsFail', 'ticket', events('failed'), [rising(120), rising(30)]),
  simple('AssayDeadLetters', 'ticket', deadLetters, [always(1), lately('1', 0, 2)]),
  simple('AssayOutboxLag', 'page', outboxLag, [always(40), lately('0', 40, 1)]),
  simple('AssayUnrecordedMoney', 'page', ledgerLag, [always(40), always(20)]),
];
