{{/*
A pod of a workload, which Pod Security admits as `restricted`: metadata and spec. The workload says in `command` what runs
instead of the image's own command, in `serves` whether it is a process that listens and stops, and in `containers` and
`initContainers` the workloads that share the pod, where it is more than one.
*/}}
{{- define "service.pod" -}}
{{- $options := .options -}}
metadata:
  labels:
    {{- include "service.labels" (list . $options.podLabels) | nindent 4 }}
  {{- with merge (dict) ($options.podAnnotations | default dict) (.commonAnnotations | default dict) }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  serviceAccountName: {{ .account }}
  automountServiceAccountToken: false
  enableServiceLinks: false
  {{- with .pullSecrets }}
  imagePullSecrets:
    {{- range . }}
    - name: {{ . }}
    {{- end }}
  {{- end }}
  {{- with $options.priorityClassName }}
  priorityClassName: {{ . }}
  {{- end }}
  {{- with $options.runtimeClassName }}
  runtimeClassName: {{ . }}
  {{- end }}
  {{- if .serves }}
  terminationGracePeriodSeconds: {{ .graceSeconds }}
  {{- else }}
  restartPolicy: {{ .restartPolicy }}
  {{- end }}
  securityContext:
    {{- include "service.podSecurity" . | nindent 4 }}
  {{- with .initContainers }}
  initContainers:
    {{- range . }}
    {{- include "service.container" . | nindent 4 }}
    {{- end }}
  {{- end }}
  containers:
    {{- range .containers | default (list .) }}
    {{- include "service.container" . | nindent 4 }}
    {{- end }}
  volumes:
    {{- include "service.volumes" . | nindent 4 }}
  {{- with include "service.placement" . | trim }}
  {{- . | nindent 2 }}
  {{- end }}
{{- end -}}

{{/* Who a pod runs as. */}}
{{- define "service.podSecurity" -}}
runAsNonRoot: true
runAsUser: {{ int $.options.userId }}
runAsGroup: {{ int $.options.userId }}
fsGroup: {{ int $.options.userId }}
fsGroupChangePolicy: OnRootMismatch
seccompProfile:
  type: RuntimeDefault
{{- end -}}

{{/* The container of a workload, which writes nowhere but into its scratch folder. */}}
{{- define "service.container" -}}
- name: {{ .container | default .process }}
  image: {{ .image | quote }}
  imagePullPolicy: {{ .pullPolicy }}
  {{- with .command }}
  command:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  env:
    {{- concat .env (list) $.options.extraEnv | toYaml | nindent 4 }}
  {{- if .serves }}
  {{- include "service.serving" . | nindent 2 }}
  {{- end }}
  resources:
    {{- include "service.resources" .options | nindent 4 }}
  securityContext:
    allowPrivilegeEscalation: false
    readOnlyRootFilesystem: true
    capabilities:
      drop:
        - ALL
  volumeMounts:
    - name: scratch
      mountPath: /tmp
    {{- range .mounts }}
    - name: {{ .name }}
      mountPath: {{ .path }}
      readOnly: {{ not .isWritten }}
    {{- end }}
    {{- with $.options.extraVolumeMounts }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
{{- end -}}

{{/* What a container asks for and may have; unless said otherwise, on its node's disk its scratch folder and its logs. */}}
{{- define "service.resources" -}}
{{- $resources := deepCopy .resources -}}
{{- $_ := set $resources.limits "ephemeral-storage" (include "service.diskLimit" .) -}}
{{- toYaml $resources -}}
{{- end -}}

{{/* Logs take what kubelets keep of them, five files of 10Mi. */}}
{{- define "service.diskLimit" -}}
{{- with get .resources.limits "ephemeral-storage" -}}{{- toJson . | trimAll "\"" -}}
{{- else -}}{{- printf "%dMi" (add (div (add (include "service.bytes" .scratchSize | int64) 1048575) 1048576) 64) -}}
{{- end -}}
{{- end -}}

{{/* A quantity of bytes as a number. */}}
{{- define "service.bytes" -}}
{{- $text := toJson . | trimAll "\"" -}}
{{- $units := dict "" 1 "k" 1e3 "M" 1e6 "G" 1e9 "T" 1e12 "Ki" 1024 "Mi" 1048576 "Gi" 1073741824 "Ti" 1099511627776 -}}
{{- mul (regexFind "^[0-9]+" $text | int64) (get $units (regexFind "[A-Za-z]*$" $text) | int64) -}}
{{- end -}}

{{- define "service.volumes" -}}
- name: scratch
  emptyDir:
    sizeLimit: {{ $.options.scratchSize }}
{{- range .mounts }}
- name: {{ .name }}
  {{- toYaml .source | nindent 2 }}
{{- end }}
{{- with $.options.extraVolumes }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{/* What a process has that listens: ports, probes, and the pause before it is stopped, in which others stop calling it. */}}
{{- define "service.serving" -}}
ports:
  {{- range .ports }}
  - name: {{ .name }}
    containerPort: {{ .port }}
  {{- end }}
startupProbe:
  httpGet:
    path: /healthz
    port: admin
  periodSeconds: 2
  failureThreshold: {{ div (add (int .options.startupSeconds) 1) 2 }}
livenessProbe:
  httpGet:
    path: /healthz
    port: admin
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
readinessProbe:
  httpGet:
    path: /readyz
    port: admin
  periodSeconds: 5
  timeoutSeconds: 3
  failureThreshold: 2
lifecycle:
  preStop:
    sleep:
      seconds: {{ int .options.preStopSeconds }}
{{- end -}}

{{/* Where pods may run, and how they are spread over zones and nodes. */}}
{{- define "service.placement" -}}
{{- with .options.nodeSelector -}}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .options.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .options.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- if .serves }}
topologySpreadConstraints:
  {{- $workload := . }}
  {{- range $key, $when := dict "topology.kubernetes.io/zone" .options.spread.zones "kubernetes.io/hostname" .options.spread.nodes }}
  - maxSkew: 1
    topologyKey: {{ $key }}
    whenUnsatisfiable: {{ $when }}
    labelSelector:
      matchLabels:
        {{- include "service.selectorLabels" $workload | nindent 8 }}
    matchLabelKeys:
      - pod-template-hash
  {{- end }}
{{- end }}
{{- end -}}
