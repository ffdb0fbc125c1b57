/** Which examinations of the catalog somebody can choose for what they have. */

/** Those that the desk can start: active, over files of one kind or none. */
export function startable(pipelines) {
  return pipelines.filter(({ status, requiredFiles }) => status === 'active' && requiredFiles.length <= 1);
}

export const takesSeveral = ({ requiredFiles: [kind] }) => kind !== undefined && kind.maxCount > 1;
export const needsNoFile = ({ requiredFiles: [kind] }) => kind === undefined || kind.minCount === 0;

/** Whether files of these types can be examined by it, together or one after the other; a type nobody knows yet may be any. */
export function fits(pipeline, types) {
  const [kind] = pipeline.requiredFiles;
  if (types.length === 0) return needsNoFile(pipeline);
  if (kind === undefined || !types.every((type) => type === '' || kind.mimeTypes.includes(type)))
    return false;
  return kind.maxCount === 1 || (types.length >= kind.minCount && types.length <= kind.maxCount);
}

/** The one that asks whether a file of this type was altered; undefined where there is none. */
export function usualFor(pipelines, type) {
  return pipelines.find(
    (one) => one.tier === 'ai-only' && one.requiredContextFields.length === 0 && fits(one, [type]),
  );
}

/** Which to begin with for files of these types: the usual one where it takes all, else undefined, each by its own type. */
export function defaultFor(pipelines, types) {
  const known = types.filter((type) => type !== '');
  const usual = known.length === 0 ? undefined : usualFor(pipelines, known[0]);
  if (usual !== undefined && fits(usual, types)) return usual;
  return types.length === 0 ? pipelines.find(needsNoFile) : undefined;
}

/** What all runs over files of these types cost together, in cents. */
export function priceOf(pipelines, chosen, types) {
  if (chosen === undefined) {
    return types.reduce((sum, type) => sum + (usualFor(pipelines, type)?.costCredits ?? 0), 0);
  }
  return chosen.costCredits * (takesSeveral(chosen) ? 1 : Math.max(1, types.length));
}

/** What can be claimed, each key once: what must be first. */
export function claimFieldsOf(pipelines) {
  const required = pipelines.flatMap((one) => one.requiredContextFields);
  const optional = pipelines.flatMap((one) => one.optionalContextFields);
  const fields = new Map();
  for (const field of required) fields.set(field.key, { ...field, isRequired: true });
  for (const field of optional)
    if (!fields.has(field.key)) fields.set(field.key, { ...field, isRequired: false });
  return [...fields.values()];
}
