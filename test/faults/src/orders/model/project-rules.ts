import { change, keep, refuse } from './branch.ts';
import type { Branch } from './branch.ts';
import type { Operation } from './operation.ts';
import type { ModelRun, State } from './state.ts';

type Running = Extract<Operation, { run: number }>;
type OnFile = Extract<Operation, { file: number }>;

/** Starts, cancels or restarts a run (sections 4, 6 and 10). An active run may have completed by itself. */
export function controlRun(state: State, operation: Running): Branch[] {
  const { kind, run: number } = operation;
  if (kind === 'startRun') {
    const { file } = operation;
    const isFileGone = file !== undefined && state.files[file]?.isDeleted !== false;
    if (state.isProjectDeleted || isFileGone) return refuse(state, 'NOT_FOUND');
    return change(state, (next) => {
      next.runs[number] = { state: 'active', file };
    });
  }
  const run = state.runs[number];
  if (run === undefined) return refuse(state, 'NOT_FOUND');
  return [
    ...(kind === 'cancelRun' ? cancel(state, number, run) : restart(state, number, run)),
    // The runs of a deleted project go some time later.
    ...(state.isProjectDeleted ? refuseForGood(state, number) : []),
  ];
}

function cancel(state: State, number: number, { state: is }: ModelRun): Branch[] {
  if (is === 'canceled') return keep(state);
  if (is !== 'active') return refuse(state, 'RUN_ENDED');
  return [...setRun(state, number, 'canceled'), ...complete(state, number, 'RUN_ENDED')];
}

/** A run whose file was deleted fails by itself, and is restarted in vain. */
function restart(state: State, number: number, { state: is, file }: ModelRun): Branch[] {
  const isFileDeleted = file !== undefined && state.files[file]?.isDeleted === true;
  if (isFileDeleted) return refuse(state, 'NOT_FOUND', 'RUN_NOT_FAILED');
  if (is === 'canceled' || is === 'failed') return setRun(state, number, 'active');
  return refuse(state, 'RUN_NOT_FAILED');
}

function setRun(state: State, number: number, to: ModelRun['state']): Branch[] {
  return change(state, (next) => {
    const run = next.runs[number];
    if (run !== undefined) run.state = to;
  });
}

/** The run completed before the call. */
function complete(state: State, number: number, reason: string): Branch[] {
  return setRun(state, number, 'completed').map((branch) => ({ ...branch, expected: { reason } }));
}

function refuseForGood(state: State, number: number): Branch[] {
  const { state: is } = state.runs[number] ?? { state: 'failed' };
  const ends = is === 'active' ? (['failed', 'completed'] as const) : [is];
  const reasons = ['NOT_FOUND', 'RUN_ENDED'];
  return ends.flatMap((end) =>
    reasons.flatMap((reason) =>
      setRun(state, number, end).map((branch) => ({ ...branch, expected: { reason } })),
    ),
  );
}

/** Changes the privacy level of a file, or deletes it. */
export function changeFile(state: State, operation: OnFile): Branch[] {
  const file = state.files[operation.file];
  if (file === undefined || file.isDeleted || state.isProjectDeleted) {
    const gone = refuse(state, 'NOT_FOUND');
    // The files of a deleted project go some time later.
    if (file?.isDeleted === false) return [...gone, ...editFile(state, operation)];
    return operation.kind === 'deleteFile' ? [...gone, ...keep(state)] : gone;
  }
  return editFile(state, operation);
}

function editFile(state: State, operation: OnFile): Branch[] {
  return change(state, (next) => {
    const file = next.files[operation.file];
    if (file === undefined) return;
    if (operation.kind === 'deleteFile') file.isDeleted = true;
    else file.isPublic = operation.isPublic;
  });
}

export function deleteProject(state: State): Branch[] {
  // Two deletions at the same time may both succeed.
  if (state.isProjectDeleted) return [...refuse(state, 'NOT_FOUND'), ...keep(state)];
  return change(state, (next) => {
    next.isProjectDeleted = true;
  });
}
