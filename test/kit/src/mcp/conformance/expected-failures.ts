/** The scenarios, or `scenario:check`, that fail because the platform does not offer the feature, by the reason. */
const notOffered: Readonly<Record<string, readonly string[]>> = {
  'There are no prompts. Agents use tools.': [
    'prompts-list',
    'prompts-get-simple',
    'prompts-get-with-args',
    'prompts-get-embedded-resource',
    'prompts-get-with-image',
    'caching:sep-2549-prompts-list-caching-hints',
    'input-required-result-non-tool-request',
  ],
  'There is no completion of arguments.': ['completion-complete'],
  'The server sends no logs to clients.': [
    'logging-set-level',
    'tools-call-with-logging',
    'server-stateless:sep-2575-server-no-log-without-loglevel',
  ],
  'An answer is one JSON document. There are no sessions and no streams.': [
    'tools-call-with-progress',
    'server-sse-multiple-streams:server-sse-multiple-streams-session',
  ],
  'Tools and resources do not change while a process runs. There are no subscriptions.': [
    'resources-subscribe',
    'resources-unsubscribe',
    'server-stateless:sep-2575-server-sends-subscription-ack',
    'server-stateless:sep-2575-server-tags-subscription-id',
    'server-stateless:sep-2575-server-honors-notification-filter',
    'server-stateless:sep-2575-server-sends-tools-list-changed-on-subscription',
  ],
  'The server calls no model of the client.': [
    'tools-call-sampling',
    'input-required-result-basic-sampling',
    'input-required-result-multiple-input-requests',
  ],
  'The server reads no folders of the client.': ['input-required-result-basic-list-roots'],
  'Tools need no input of people while they run.': [
    'tools-call-elicitation',
    'elicitation-sep1034-defaults',
    'elicitation-sep1330-enums',
    'server-stateless:sep-2575-server-rejects-undeclared-capability',
    'server-stateless:sep-2575-missing-capability-http-400',
    'server-stateless:sep-2575-http-server-no-independent-requests-on-stream',
    'input-required-result-basic-elicitation',
    'input-required-result-request-state',
    'input-required-result-multi-round',
    'input-required-result-missing-input-response',
    'input-required-result-result-type',
    'input-required-result-tampered-state',
    'input-required-result-capability-check',
    'input-required-result-ignore-extra-params',
  ],
};

/** The scenarios that call tools or read resources of the suite. They run on the wire with these fixtures. */
const needFixtures = [
  'tools-call-simple-text',
  'tools-call-image',
  'tools-call-audio',
  'tools-call-embedded-resource',
  'tools-call-mixed-content',
  'tools-call-error',
  'resources-read-text',
  'resources-read-binary',
  'resources-templates-read',
];

/** The scenario that tests the gateway, which the wire alone does not have. */
const needGateway = ['dns-rebinding-protection'];

export const expectedFailures = {
  endpoint: [...Object.values(notOffered).flat(), ...needFixtures],
  fixtures: [...Object.values(notOffered).flat(), ...needGateway],
} as const;
