{{/*
A Service of a process. Takes the workload, a dictionary: `name`, `ports` (name, port), `isHeadless` (one address for each pod,
so that callers choose among them), `isForAll` (of all roles, unready ones included) or the role `api` alone.
*/}}
{{- define "service.service" }}
{{- $workload := index . 0 -}}
{{- $service := index . 1 }}
---
apiVersion: v1
kind: Service
metadata:
  {{- include "service.metadata" (list $workload $service.name) | nindent 2 }}
spec:
  type: ClusterIP
  {{- if $service.isHeadless }}
  clusterIP: None
  {{- end }}
  {{- if $service.isForAll }}
  publishNotReadyAddresses: true
  {{- end }}
  ipFamilyPolicy: PreferDualStack
  selector:
    app.kubernetes.io/name: {{ $workload.chart }}
    app.kubernetes.io/instance: {{ $workload.release }}
    assay.dev/process: {{ $workload.process }}
    {{- if not $service.isForAll }}
    assay.dev/role: api
    {{- end }}
  ports:
    {{- range $service.ports }}
    - name: {{ .name }}
      port: {{ .port }}
      targetPort: {{ .name }}
      {{- with .protocol }}
      appProtocol: {{ . }}
      {{- end }}
    {{- end }}
{{- end -}}
