/** Reads the dependencies of a process from its metrics. A value is true when the server responds. */
export async function readDependencyStatus(adminUrl: string): Promise<Readonly<Record<string, boolean>>> {
  const text = await (await fetch(`${adminUrl}/metrics`)).text();
  const samples = text.matchAll(/^assay_dependency_up\{dependency="([^"]+)".*\} (\d)$/gmu);
  return Object.fromEntries([...samples].map(([, name = '', value]) => [name, value === '1']));
}
