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

/** An amount of cores or bytes; the templates check it. */
const quantity: Schema = { type: ['string', 'number'] };
const quantities = (description: string): Schema => ({
  description,
  type: 'object',
  additionalProperties: quantity,
});
const whenUnsatisfiable = oneOf('ScheduleAnyway', 'DoNotSchedule');

/** The values of all workloads, of a service and of one of its roles; later ones override earlier ones. */
export const workload: Properties = {
  replicas: value('The number of pods without autoscaling.', count(0)),
  resources: group('Requests and limits of a container.', {
    requests: quantities('Reserved on the node: cpu, memory and ephemeral-storage.'),
    limits: quantities(
      'Maximum: memory; ephemeral-storage, by default `scratchSize` plus 64Mi for logs; cpu only where it must be throttled.',
    ),
  }),
  scratchSize: value('The maximum size of temporary files, in the only writable folder.', quantity),
  userId: value('The user and group of the processes.', count(10_001)),
  startupSeconds: value('The maximum duration of a start; then the container is restarted.', count(10)),
  preStopSeconds: value('The pause between the end of new calls and SIGTERM.', count(0, 60)),
  terminationGracePeriodSeconds: value(
    'The maximum duration of a stop. 0: the computed duration; a smaller value is refused.',
    count(0),
  ),
  podLabels: value('Labels of pods.', stringMap),
  podAnnotations: value('Annotations of pods.', stringMap),
  nodeSelector: value('Labels of the nodes on which pods may run.', stringMap),
  tolerations: value('Taints of nodes that pods tolerate.', objects),
  affinity: value('Rules for the choice of nodes.', anyObject),
  spread: group('The distribution of pods.', {
    zones: value('Over zones: `DoNotSchedule` lets a pod wait instead of sharing a zone.', whenUnsatisfiable),
    nodes: value('Over nodes: `DoNotSchedule` lets a pod wait instead of sharing a node.', whenUnsatisfiable),
  }),
  priorityClassName: value('The PriorityClass of pods.', text),
  runtimeClassName: value('The RuntimeClass of pods.', text),
  extraEnv: value('Further variables of containers.', objects),
  extraVolumes: value('Further volumes of pods.', objects),
  extraVolumeMounts: value('Mounts of those volumes in containers.', objects),
  autoscaling: group('Autoscaling, which replaces `replicas`.', {
    hpa: group('The HorizontalPodAutoscaler.', {
      enabled: value('True to use the HorizontalPodAutoscaler.', flag),
    }),
    keda: group('KEDA, which must be installed.', { enabled: value('True to use KEDA.', flag) }),
    minReplicas: value('The minimum number of replicas.', count(1)),
    maxReplicas: value('The maximum number of replicas.', count(1)),
    cpuPercent: value('The target share of the requested CPU. 0: not used.', count(0, 1_000)),
    waitingPerReplica: value('The target number of waiting events per replica. 0: not used.', count(0)),
    consumers: value('The durable consumers whose events count; empty: all of the process.', texts),
    stream: value('The stream of these consumers, for the monitor of NATS.', text),
    pollingSeconds: value('The seconds between two polls of KEDA.', count(1)),
    cooldownSeconds: value('The seconds without work before replicas are removed.', count(0)),
  }),
};

/** Further values of one role. */
export const role: Properties = {
  role: value(
    'The role of its processes; by default the name of the entry.',
    oneOf('api', 'worker', 'relay'),
  ),
  enrichmentKinds: value(
    'The kinds of files that workers of projects-files read; empty: all.',
    listOf(oneOf('image', 'audio', 'video', 'text')),
  ),
};

/** Further values of one service. */
export const image = group('The image of the service; overrides `image`.', {
  registry: value('The registry.', text),
  repository: value('The whole repository.', text),
  tag: value('The tag.', text),
  digest: value('The digest, which overrides the tag.', { type: 'string', pattern: '^sha256:[0-9a-f]{64}$' }),
});
