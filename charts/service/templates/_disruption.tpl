{{/* Keeps all replicas of a workload but one while nodes are drained; one that is not ready keeps no node. */}}
{{- define "service.disruption" }}
{{- $isCounted := or .options.autoscaling.hpa.enabled .options.autoscaling.keda.enabled }}
{{- if gt (ternary .options.autoscaling.minReplicas .options.replicas $isCounted | int) 1 }}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  {{- include "service.metadata" (list . .name) | nindent 2 }}
spec:
  maxUnavailable: 1
  unhealthyPodEvictionPolicy: AlwaysAllow
  selector:
    matchLabels:
      {{- include "service.selectorLabels" . | nindent 6 }}
{{- end }}
{{- end -}}
