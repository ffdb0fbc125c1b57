import { button, element } from '../../../shared/dom.ts';

/** The lines about the last decision and the last error, each with a button for the next step. */
export interface DecisionNotes {
  readonly decision: HTMLElement;
  readonly error: HTMLElement;
  showDecision(text: string, onUndo?: () => void): void;
  showError(text: string, onLift?: () => void): void;
  hide(): void;
}

export function createDecisionNotes(): DecisionNotes {
  const decision = element('div', { className: 'notice decision', hidden: true });
  const error = element('div', { className: 'notice bad decision', role: 'alert', hidden: true });
  const fill = (node: HTMLElement, text: string, step: HTMLElement | undefined): void => {
    node.replaceChildren(element('p', {}, text), ...(step === undefined ? [] : [step]));
    node.hidden = false;
  };
  return {
    decision,
    error,
    showDecision(text, onUndo) {
      fill(decision, text, onUndo && button('Undo', onUndo, { kind: 'slim' }));
    },
    showError(text, onLift) {
      fill(error, text, onLift && button('Lift the limit', onLift, { kind: 'slim' }));
      error.scrollIntoView({ block: 'nearest' });
    },
    hide() {
      decision.hidden = true;
      error.hidden = true;
    },
  };
}
