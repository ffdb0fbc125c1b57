import { readFile, readdir } from 'node:fs/promises';

/** Lists the child processes of a process and their descendants; empty without /proc. */
export async function listDescendants(pid: number): Promise<readonly number[]> {
  const tasks = await readdir(`/proc/${String(pid)}/task`).catch(() => []);
  const lists = await Promise.all(
    tasks.map((task) => readFile(`/proc/${String(pid)}/task/${task}/children`, 'utf8').catch(() => '')),
  );
  const children = lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number));
  return [...children, ...(await Promise.all(children.map(listDescendants))).flat()];
}
