import {
  anyObject,
  count,
  flag,
  group,
  listOf,
  objects,
  oneOf,
  stringMap,
  text,
  texts,
  value,
} from './forms.ts';
import type { Properties, Schema } from './forms.ts';

/** An amount of cores or bytes; templates say what is wrong with one. */
const quantity: Schema = { type: ['string', 'number'] };
const quantities = (description: string): Schema => ({
  description,
  type: 'object',
  additionalProperties: quantity,
});
const whenUnsatisfiable = oneOf('ScheduleAnyway', 'DoNotSchedule');

/** What can be said of every workload, of a service and of one of its roles; later ones over earlier ones. */
export const workload: Properties = {
  replicas: value('How many pods run where nothing counts them.', count(0)),
  resources: group('What a container asks for and may have.', {
    requests: quantities('What is kept for it on its node: cpu, memory and ephemeral-storage.'),
    limits: quantities(
      'What it may have: memory; ephemeral-storage, which is `scratchSize` and 64Mi for logs where it is not said; cpu only where it has to be held back.',
    ),
  }),
  scratchSize: value(
    'What temporary files may take; the folder is the only one that can be written.',
    quantity,
  ),
  userId: value('The user and group that processes run as.', count(10_001)),
  startupSeconds: value('How long a start may take before the container is started again.', count(10)),
  preStopSeconds: value('The pause between the end of new calls and SIGTERM.', count(0, 60)),
  terminationGracePeriodSeconds: value(
    'How long a pod has to stop. 0: as long as stopping takes, which is computed; less is refused.',
    count(0),
  ),
  podLabels: value('Labels of pods.', stringMap),
  podAnnotations: value('Annotations of pods.', stringMap),
  nodeSelector: value('The labels of nodes that pods may run on.', stringMap),
  tolerations: value('Taints of nodes that pods put up with.', objects),
  affinity: value('Rules for the choice of nodes.', anyObject),
  spread: group('How pods are spread.', {
    zones: value('Over zones: whether one waits rather than share.', whenUnsatisfiable),
    nodes: value('Over nodes: whether one waits rather than share.', whenUnsatisfiable),
  }),
  priorityClassName: value('The PriorityClass of pods.', text),
  runtimeClassName: value('The RuntimeClass of pods.', text),
  extraEnv: value('Further variables of containers.', objects),
  extraVolumes: value('Further volumes of pods.', objects),
  extraVolumeMounts: value('Where containers see them.', objects),
  autoscaling: group('What counts replicas in place of `replicas`.', {
    hpa: group('By the autoscaler of Kubernetes.', { enabled: value('Whether it counts.', flag) }),
    keda: group('By KEDA, which has to be there.', { enabled: value('Whether it counts.', flag) }),
    minReplicas: value('The fewest replicas.', count(1)),
    maxReplicas: value('The most replicas.', count(1)),
    cpuPercent: value('The share of the requested CPU to aim at. 0: not counted.', count(0, 1_000)),
    waitingPerReplica: value('Events that may wait for each replica. 0: not counted.', count(0)),
    consumers: value('The durable consumers whose events count; none: all of the process.', texts),
    stream: value('The stream of these consumers, for NATS’s monitor.', text),
    pollingSeconds: value('How often KEDA looks.', count(1)),
    cooldownSeconds: value('How long it is calm before replicas are taken away.', count(0)),
  }),
};

/** What can be said of one role besides. */
export const role: Properties = {
  role: value('What its processes do; unless given, the name of the entry.', oneOf('api', 'worker', 'relay')),
  enrichmentKinds: value(
    'The kinds of files that workers of projects-files read; none: all.',
    listOf(oneOf('image', 'audio', 'video', 'text')),
  ),
};

/** What can be said of one service besides. */
export const image = group('Where its image is, over `image`.', {
  registry: value('The registry.', text),
  repository: value('The whole repository.', text),
  tag: value('The tag.', text),
  digest: value('What runs, whatever the tag says.', { type: 'string', pattern: '^sha256:[0-9a-f]{64}$' }),
});
