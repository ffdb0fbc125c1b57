import type { ServerProgress } from '../servers/start-options.ts';
import type { Task, Terminal } from '../terminal/terminal.ts';

/** Prints the source of each server and the progress of its long steps. */
export function reportServers(terminal: Terminal): (progress: ServerProgress) => void {
  const tasks = new Map<string, Task>();
  const labels = new Map<string, string>();
  // An image is pulled before its server is chosen.
  const taskOf = (server: string): Task => {
    const task = tasks.get(server) ?? terminal.task(server);
    tasks.set(server, task);
    return task;
  };
  return ({ server, kind, line }) => {
    switch (kind) {
      case 'notice':
        terminal.line(terminal.style('yellow', `! ${server.padEnd(16)} ${line}`));
        return;
      case 'resolved': {
        const task = taskOf(server);
        labels.set(server, line);
        if (line.startsWith('none:')) task.done(line);
        return;
      }
      case 'working':
        taskOf(server).update(line);
        return;
      case 'absent':
        taskOf(server).done(line);
        return;
      case 'ready':
        taskOf(server).done(`${labels.get(server) ?? ''} ${terminal.style('dim', line)}`);
    }
  };
}
