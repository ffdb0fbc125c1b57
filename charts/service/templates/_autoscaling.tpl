{{/* What counts the replicas of a workload: an autoscaler of Kubernetes, one of KEDA, or none. */}}
{{- define "service.autoscaling" }}
{{- if .options.autoscaling.hpa.enabled }}
{{- include "service.hpa" . }}
{{- else if .options.autoscaling.keda.enabled }}
{{- include "service.scaledObject" . }}
{{- end }}
{{- end -}}

{{- define "service.hpa" }}
{{- $scaling := .options.autoscaling }}
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  {{- include "service.metadata" (list . .name) | nindent 2 }}
spec:
  scaleTargetRef:
    apiVersion: apps/v1
    kind: Deployment
    name: {{ .name }}
  minReplicas: {{ int $scaling.minReplicas }}
  maxReplicas: {{ int $scaling.maxReplicas }}
  metrics:
    {{- if $scaling.cpuPercent }}
    - type: Resource
      resource:
        name: cpu
        target:
          type: Utilization
          averageUtilization: {{ int $scaling.cpuPercent }}
    {{- end }}
    {{- if $scaling.waitingPerReplica }}
    - type: External
      external:
        metric:
          name: assay_work_waiting
          selector:
            {{- if $scaling.consumers }}
            matchExpressions:
              - key: consumer
                operator: In
                values:
                  {{- toYaml $scaling.consumers | nindent 18 }}
            {{- else }}
            matchLabels:
              process: {{ .process }}
            {{- end }}
        target:
          type: AverageValue
          averageValue: {{ int $scaling.waitingPerReplica | quote }}
    {{- end }}
  behavior:
    scaleDown:
      stabilizationWindowSeconds: {{ int $scaling.cooldownSeconds }}
{{- end -}}

{{/* All replicas of role relay say the same of a consumer, so that the most of each is added up. */}}
{{- define "service.scaledObject" }}
{{- $scaling := .options.autoscaling }}
{{- $consumers := join "|" $scaling.consumers | default (printf "%s__.+" .process) }}
---
apiVersion: keda.sh/v1alpha1
kind: ScaledObject
metadata:
  {{- include "service.metadata" (list . .name) | nindent 2 }}
spec:
  scaleTargetRef:
    name: {{ .name }}
  minReplicaCount: {{ int $scaling.minReplicas }}
  maxReplicaCount: {{ int $scaling.maxReplicas }}
  pollingInterval: {{ int $scaling.pollingSeconds }}
  cooldownPeriod: {{ int $scaling.cooldownSeconds }}
  advanced:
    horizontalPodAutoscalerConfig:
      behavior:
        scaleDown:
          stabilizationWindowSeconds: {{ int $scaling.cooldownSeconds }}
  triggers:
    {{- if .keda.prometheus.serverAddress }}
    - type: prometheus
      metadata:
        serverAddress: {{ .keda.prometheus.serverAddress }}
        query: {{ printf `sum(max by (consumer, place) (assay_work_waiting{namespace="%s", consumer=~"%s"}))` .namespace $consumers | quote }}
        threshold: {{ int $scaling.waitingPerReplica | quote }}
        ignoreNullValues: "false"
    {{- else }}
    {{- $workload := . }}
    {{- range $scaling.consumers }}
    - type: nats-jetstream
      metadata:
        natsServerMonitoringEndpoint: {{ $workload.keda.nats.monitoringEndpoint }}
        account: {{ $workload.keda.nats.account }}
        stream: {{ with $workload.natsNamespace }}{{ . }}-{{ end }}{{ $scaling.stream }}
        consumer: {{ . }}
        lagThreshold: {{ int $scaling.waitingPerReplica | quote }}
    {{- end }}
    {{- end }}
    {{- if $scaling.cpuPercent }}
    - type: cpu
      metricType: Utilization
      metadata:
        value: {{ int $scaling.cpuPercent | quote }}
    {{- end }}
{{- end -}}
