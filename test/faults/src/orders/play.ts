import { chooseOperation } from './choose-operation.ts';
import { createKnown, learn } from './known.ts';
import { findDifferences, mayHold } from './model/compare.ts';
import { linearize } from './model/linearize.ts';
import type { ObservedCall } from './model/linearize.ts';
import { createState } from './model/state.ts';
import type { State } from './model/state.ts';
import { observe, readBalance } from './observe.ts';
import { createOrganization } from './organization/organization.ts';
import type { Clients } from './organization/clients.ts';
import { perform } from './perform.ts';
import type { Acting } from './acting.ts';
import { groupSteps } from './scenario.ts';
import type { Scenario, Step } from './scenario.ts';
import { welcomeCents } from './start-services.ts';

/** A scenario that is being played, or has failed. */
export interface Play {
  readonly scenario: Scenario;
  readonly acting: Acting;
  /** All states that the decisions allow after the calls so far. */
  states: readonly State[];
  /** The calls of each group and their responses. */
  readonly history: (readonly ObservedCall[])[];
  /** The reason why the scenario failed. */
  failure: readonly string[] | undefined;
}

export async function beginPlay(clients: Clients, scenario: Scenario, now: () => Date): Promise<Play> {
  const organization = await createOrganization(clients, scenario);
  const files = scenario.files.map((isPublic) => ({ isPublic, isDeleted: false }));
  const play: Play = {
    scenario,
    acting: { clients, organization, known: createKnown(), now },
    states: [createState(files, welcomeCents, now().getTime())],
    history: [],
    failure: undefined,
  };
  const { known } = play.acting;
  known.nextJob += 1;
  await sendTogether(play, [{ kind: 'createJob', job: 0, terms: scenario.terms }]);
  return play;
}

/** Sends the steps of a round, those of a group at the same time, and keeps the states that the responses allow. */
export async function playRound(play: Play, round: number): Promise<void> {
  for (const group of groupSteps(play.scenario, round)) {
    if (play.failure !== undefined) return;
    await sendTogether(play, chooseOperations(play, group));
  }
}

function chooseOperations({ scenario, acting: { known, now } }: Play, group: readonly Step[]) {
  const choosing = { scenario, known, now: now().getTime() };
  return group.map((step) => chooseOperation(step, choosing)).filter((operation) => operation !== undefined);
}

export async function sendTogether(
  play: Play,
  operations: ReturnType<typeof chooseOperations>,
): Promise<void> {
  const { acting } = play;
  const startedAt = acting.now().getTime();
  const calls = await Promise.all(operations.map((operation) => perform(acting, operation)));
  for (const { operation, outcome } of calls) learn(acting.known, operation, outcome);
  play.history.push(calls);
  const states = linearize(play.states, calls, startedAt);
  if (states.length === 0) play.failure = ['no order of the last calls explains their responses'];
  else play.states = states;
}

/** Lists the differences between the services and the nearest state of the model; empty if they agree with a state. */
export async function compareWithServices({ acting, states }: Play): Promise<readonly string[]> {
  const view = await observe(acting);
  const now = acting.now().getTime();
  const found = states.map((state) => findDifferences(state, view, now));
  return found.reduce((least, differences) => (differences.length < least.length ? differences : least));
}

/** Returns true if the held cents may be those of a state. */
export async function agreesInBalance({ acting, states }: Play): Promise<boolean> {
  const { heldCents } = await readBalance(acting);
  const now = acting.now().getTime();
  return states.some((state) => mayHold(state, heldCents, now));
}
