{{/* The metadata of a hook of Helm with this name, for these events and in this order, and when it is deleted: an uninstallation leaves it. */}}
{{- define "assay.hook" -}}
{{- $root := index . 0 -}}
name: {{ index . 1 }}
namespace: {{ $root.Release.Namespace }}
labels:
  {{- include "assay.labels" $root | nindent 2 }}
annotations:
  helm.sh/hook: {{ index . 2 }}
  helm.sh/hook-weight: {{ index . 3 | quote }}
  helm.sh/hook-delete-policy: {{ index . 4 }}
  {{- with $root.Values.commonAnnotations }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end -}}

{{/* Resolves a command of a process, a list with its arguments: the process's own environment and image, for a pod that runs and ends. */}}
{{- define "assay.command" -}}
{{- $root := index . 0 -}}{{- $process := index . 1 -}}{{- $command := index . 2 -}}{{- $workload := index . 3 -}}
{{- $service := get $root.Values.services $process -}}
{{- $options := deepCopy $root.Values.defaults -}}
{{- include "service.overlay" (list $options (omit $service "image" "settings" "secrets" "roles")) -}}
{{- include "assay.identity" (list $root $process $workload) -}}
{{- $_ := set $workload "options" $options -}}
{{- $_ := set $workload "role" "" -}}
{{- $_ := set $workload "serves" false -}}
{{- $_ := set $workload "restartPolicy" "Never" -}}
{{- $_ := set $workload "command" (concat (list "node" (printf "dist/commands/%s.js" (first $command))) (rest $command)) -}}
{{- $_ := set $workload "ports" list -}}
{{- include "assay.mounts" (list $root $workload) -}}
{{- include "assay.environment" (list $root $workload $service dict) -}}
{{- end -}}

{{/* Labels on the lines that follow, for metadata that has some already. */}}
{{- define "assay.moreLabels" -}}
{{- range $name, $value := . }}
  {{ $name }}: {{ $value | quote }}
{{- end -}}
{{- end -}}

{{/* The host of settings.publicUrl. */}}
{{- define "assay.publicHost" -}}
{{- with urlParse (.Values.settings.publicUrl | default "") -}}{{- regexReplaceAll ":[0-9]+$" .host "" -}}{{- end -}}
{{- end -}}

{{/* What the commands that save read besides; a backup has the name of its Job, so that a pod that is started again goes on. */}}
{{- define "assay.backupVariables" -}}
{{- with .Values.backup -}}
- name: BACKUP_TARGET
  value: {{ .target | quote }}
- name: BACKUP_ID
  valueFrom:
    fieldRef:
      fieldPath: metadata.labels['batch.kubernetes.io/job-name']
{{- if hasPrefix "s3://" .target }}
- name: BACKUP_S3_ENDPOINT
  value: {{ .s3.endpoint | quote }}
- name: BACKUP_S3_REGION
  value: {{ .s3.region | quote }}
{{- range $variable, $reference := dict "BACKUP_S3_ACCESS_KEY_ID" .s3.accessKeyId "BACKUP_S3_SECRET_ACCESS_KEY" .s3.secretAccessKey }}
- name: {{ $variable }}
  valueFrom:
    secretKeyRef:
      name: {{ $reference.existingSecret | default $.Values.existingSecret }}
      key: {{ $reference.key }}
{{- end }}
{{- end }}
{{- end }}
{{- end -}}
