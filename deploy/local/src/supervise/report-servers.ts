import type { ServerProgress } from '../servers/start-options.ts';
import type { Task, Terminal } from '../terminal/terminal.ts';

/** Tells people which server was taken and what its long steps are doing. */
export function reportServers(terminal: Terminal): (progress: ServerProgress) => void {
  const tasks = new Map<string, { task: Task; label: string }>();
  return ({ server, kind, line }) => {
    switch (kind) {
      case 'notice':
        terminal.line(terminal.style('yellow', `! ${server.padEnd(16)} ${line}`));
        return;
      case 'resolved': {
        const task = terminal.task(server);
        if (line.startsWith('none:')) task.done(line);
        else tasks.set(server, { task, label: line });
        return;
      }
      case 'working':
        tasks.get(server)?.task.update(line);
        return;
      case 'absent':
        tasks.get(server)?.task.done(line);
        return;
      case 'ready':
        tasks.get(server)?.task.done(`${tasks.get(server)?.label ?? ''} ${terminal.style('dim', line)}`);
    }
  };
}
