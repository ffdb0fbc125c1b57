{{/* Resolves a command of a process, a list with its arguments: the process's own environment and image, for a pod that runs and ends. */}}
{{- define "assay.command" -}}
{{- $root := index . 0 -}}{{- $process := index . 1 -}}{{- $command := index . 2 -}}{{- $workload := index . 3 -}}
{{- $service := get $root.Values.services $process -}}
{{- include "assay.identity" (list $root $process $workload) -}}
{{- $_ := set $workload "options" (include "assay.options" (list $root $service dict) | fromJson) -}}
{{- $_ := set $workload "role" "" -}}
{{- $_ := set $workload "serves" false -}}
{{- $_ := set $workload "restartPolicy" "Never" -}}
{{- $_ := set $workload "command" (concat (list "node" (printf "dist/commands/%s.js" (first $command))) (rest $command)) -}}
{{- $_ := set $workload "ports" list -}}
{{- include "assay.mounts" (list $root $workload) -}}
{{- include "assay.environment" (list $root $workload $service dict) -}}
{{- end -}}

{{/*
Resolves a pod that runs commands of several processes: a dictionary with its `containers`, and `initContainers`, if any. Each has
what its service says; the pod has what all workloads have, all their volumes, and room for the largest scratch folder.
*/}}
{{- define "assay.commands" -}}
{{- $root := index . 0 -}}{{- $name := index . 1 -}}{{- $pod := index . 2 -}}
{{- $containers := concat ($pod.initContainers | default list) $pod.containers -}}
{{- $options := deepCopy $root.Values.defaults -}}
{{- $mounts := list -}}
{{- range $containers -}}
{{- $mounts = concat $mounts .mounts -}}
{{- $_ := set $options "extraVolumes" (concat $options.extraVolumes .options.extraVolumes | uniq) -}}
{{- if gt (include "service.bytes" .options.scratchSize | int64) (include "service.bytes" $options.scratchSize | int64) -}}
{{- $_ := set $options "scratchSize" .options.scratchSize -}}
{{- end -}}
{{- end -}}
{{- $own := dict "options" $options "mounts" (uniq $mounts) "process" $name "component" $name "account" (printf "%s-%s" (include "assay.fullname" $root) $name) "restartPolicy" "OnFailure" -}}
{{- $_ := merge $pod $own (omit (first $containers) "options" "mounts") -}}
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
