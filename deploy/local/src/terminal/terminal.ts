import { styleText } from 'node:util';

export interface OutputStream {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

export type Style = 'bold' | 'dim' | 'green' | 'red' | 'yellow' | 'cyan';

export interface Task {
  /** Replaces what the task is said to be doing. */
  readonly update: (detail: string) => void;
  readonly done: (detail: string) => void;
  readonly fail: (detail: string) => void;
}

export interface Terminal {
  readonly line: (text?: string) => void;
  readonly task: (name: string) => Task;
  readonly style: (style: Style, text: string) => string;
  /** Removes the live line; what is written afterwards stays. */
  readonly close: () => void;
}

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const frameMs = 100;
const plainReportMs = 10_000;
const nameWidth = 16;

/** Lines for people: one live line on a terminal, a line every ten seconds of a long task elsewhere. */
export function createTerminal(stream: OutputStream, colour: 'on' | 'off' | 'when-terminal'): Terminal {
  const isLive = stream.isTTY === true;
  const coloured = colour === 'on' || (colour === 'when-terminal' && isLive);
  const style = (name: Style, text: string): string =>
    coloured ? styleText(name, text, { validateStream: false }) : text;
  const active = new Set<ActiveTask>();
  let frame = 0;
  const clear = (): void => {
    if (isLive) stream.write('\r\u001b[K');
  };
  const draw = (): void => {
    if (active.size === 0) return;
    frame += 1;
    const tasks = [...active].map(describe).join(' · ');
    const room = (stream.columns ?? 80) - 3;
    stream.write(`\r\u001b[K${style('cyan', frames[frame % frames.length] ?? '')} ${tasks.slice(0, room)}`);
  };
  const line = (text = ''): void => {
    clear();
    stream.write(`${text}\n`);
    if (isLive) draw();
  };
  const tick = (): void => {
    if (isLive) draw();
    else reportPlainly(active, line);
  };
  const timer = setInterval(tick, isLive ? frameMs : plainReportMs).unref();
  const finish = (task: ActiveTask, mark: string, detail: string): void => {
    active.delete(task);
    const seconds = secondsSince(task.startedAt);
    const took = seconds >= 2 ? style('dim', ` (${String(seconds)} s)`) : '';
    line(`${mark} ${task.name.padEnd(nameWidth)} ${detail}${took}`);
  };
  return {
    line,
    style,
    task(name) {
      const task: ActiveTask = { name, startedAt: Date.now(), detail: '' };
      active.add(task);
      return {
        update: (detail) => {
          task.detail = detail;
        },
        done: (detail) => {
          finish(task, style('green', '✓'), detail);
        },
        fail: (detail) => {
          finish(task, style('red', '✗'), detail);
        },
      };
    },
    close() {
      clearInterval(timer);
      clear();
      active.clear();
    },
  };
}

interface ActiveTask {
  readonly name: string;
  readonly startedAt: number;
  detail: string;
}

function reportPlainly(active: ReadonlySet<ActiveTask>, line: (text: string) => void): void {
  for (const task of active) line(`… ${describe(task)}`);
}

function describe({ name, startedAt, detail }: ActiveTask): string {
  return [name, `${String(secondsSince(startedAt))} s`, detail].filter((part) => part !== '').join(' ');
}

function secondsSince(start: number): number {
  return Math.round((Date.now() - start) / 1000);
}
