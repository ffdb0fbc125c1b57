{{/* Ends with one line for values that cannot work together: each line names the value and what it should be. */}}
{{- define "assay.checks" -}}
{{- include "assay.checkRemoved" . -}}
{{- include "assay.checkName" . -}}
{{- include "assay.checkEntrance" . -}}
{{- include "assay.checkTls" . -}}
{{- include "assay.checkPayments" . -}}
{{- include "assay.checkBackup" . -}}
{{- range $process, $service := .Values.services -}}
{{- include "assay.checkRoles" (list $ $process $service) -}}
{{- end -}}
{{- range $process, $service := .Values.services -}}
{{- include "assay.checkWorkloads" (list $ $process $service) -}}
{{- end -}}
{{- end -}}

{{- define "assay.checkRemoved" -}}
{{- range $name, $successor := .Files.Get "files/removed.json" | fromJson -}}
{{- if hasKey $.Values $name -}}{{- fail (printf "%s is no value: use %s" $name $successor) -}}{{- end -}}
{{- end -}}
{{- end -}}

{{/* Services are named as hosts are. */}}
{{- define "assay.checkName" -}}
{{- $fullname := include "assay.fullname" . -}}
{{- if not (regexMatch "^[a-z]" $fullname) -}}
{{- fail (printf "fullnameOverride is missing: the names of Services begin with a letter, and the release's, %s, does not" .Release.Name) -}}
{{- end -}}
{{- end -}}

{{- define "assay.checkEntrance" -}}
{{- if and .Values.ingress.enabled .Values.httpRoute.enabled -}}
{{- fail "ingress.enabled and httpRoute.enabled are both true: only one of them leads to the gateway" -}}
{{- end -}}
{{- range $entrance := list "ingress" "httpRoute" -}}
{{- if (get $.Values $entrance).enabled -}}
{{- if not (include "assay.setting" (list $ dict (get $.Values.services "gateway" | default dict) dict "trustedProxies")) -}}
{{- fail (printf "settings.trustedProxies is missing: %s.enabled is true, and without the networks of its pods every client has their address" $entrance) -}}
{{- end -}}
{{- if not (include "assay.publicHost" $) -}}
{{- fail (printf "settings.publicUrl is missing: %s.enabled is true, and it says at which host" $entrance) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- if and .Values.httpRoute.enabled (not .Values.httpRoute.parentRefs) -}}
{{- fail "httpRoute.parentRefs is empty: name the Gateway the route belongs to" -}}
{{- end -}}
{{- end -}}

{{- define "assay.checkTls" -}}
{{- if and (eq .Values.tls.mode "secret") (not .Values.tls.existingSecret) -}}
{{- fail "tls.existingSecret is missing: tls.mode is secret, and it has tls.crt, tls.key and ca.crt" -}}
{{- end -}}
{{- if and (eq .Values.tls.mode "cert-manager") (not .Values.tls.certManager.issuer) -}}
{{- fail "tls.certManager.issuer is missing: tls.mode is cert-manager, and it signs the certificates" -}}
{{- end -}}
{{- end -}}

{{- define "assay.checkPayments" -}}
{{- $billing := get .Values.services "billing" | default dict -}}
{{- $provider := include "assay.setting" (list . dict $billing dict "paymentProvider") -}}
{{- $needed := get (dict "stripe" (list "stripeSecretKey" "stripeWebhookSecret") "mock" (list "paymentMockSecret")) $provider -}}
{{- range $name := $needed | default list -}}
{{- if not (or (get ($billing.secrets | default dict) $name) (get $.Values.secrets $name)) -}}
{{- fail (printf "secrets.%s is missing: settings.paymentProvider is %s, so name the Secret and key that hold it" $name $provider) -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{- define "assay.checkBackup" -}}
{{- with .Values.backup -}}
{{- if .enabled -}}
{{- if not (regexMatch "^(s3://[^/]+|/)" .target) -}}
{{- fail (printf "backup.target is %s: it should be s3://bucket/prefix or an absolute path" (.target | quote)) -}}
{{- end -}}
{{- if and (hasPrefix "/" .target) (not .existingClaim) -}}
{{- fail "backup.existingClaim is missing: backup.target is a folder, and it says on which volume" -}}
{{- end -}}
{{- if and (hasPrefix "s3://" .target) (not .s3.endpoint) -}}
{{- fail "backup.s3.endpoint is missing: backup.target is a bucket, and it says of which S3" -}}
{{- end -}}
{{- range $name := list "accessKeyId" "secretAccessKey" -}}
{{- if and (hasPrefix "s3://" $.Values.backup.target) (not (or (get $.Values.backup.s3 $name).existingSecret $.Values.existingSecret)) -}}
{{- fail (printf "backup.s3.%s.existingSecret is missing: name the Secret that holds %s" $name (get $.Values.backup.s3 $name).key) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* A process that nobody runs in a role leaves its work undone. */}}
{{- define "assay.checkRoles" -}}
{{- $root := index . 0 -}}{{- $process := index . 1 -}}{{- $service := index . 2 -}}
{{- $entry := get (include "assay.processes" $root | fromJson) $process -}}
{{- $allowed := ternary (list "api" "worker" "relay") (list "api") (and $entry $entry.serves | default false) -}}
{{- $found := list -}}
{{- $kinds := list -}}
{{- range $key, $role := $service.roles -}}
{{- if not (regexMatch "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$" $key) -}}
{{- fail (printf "services.%s.roles.%s: its name should be of lower-case letters, digits and dashes, as those of objects are" $process $key) -}}
{{- end -}}
{{- $role := $role | default dict -}}
{{- $duty := $role.role | default $key -}}
{{- if not (has $duty $allowed) -}}
{{- fail (printf "services.%s.roles.%s.role is %s: it should be %s" $process $key $duty (join ", " $allowed)) -}}
{{- end -}}
{{- $found = append $found $duty -}}
{{- if and $role.enrichmentKinds (or (ne $process "projects-files") (ne $duty "worker")) -}}
{{- fail (printf "services.%s.roles.%s.enrichmentKinds: only workers of projects-files read files" $process $key) -}}
{{- end -}}
{{- if eq $duty "worker" -}}{{- $kinds = concat $kinds ($role.enrichmentKinds | default (list "image" "audio" "video" "text")) -}}{{- end -}}
{{- end -}}
{{- range $allowed -}}
{{- if not (has . $found) -}}{{- fail (printf "services.%s.roles: none has the role %s, and its work would be left undone" $process .) -}}{{- end -}}
{{- end -}}
{{- if eq $process "projects-files" -}}
{{- range list "image" "audio" "video" "text" -}}
{{- if not (has . $kinds) -}}{{- fail (printf "services.projects-files.roles: no worker has %s among its enrichmentKinds, and such files would wait for ever" .) -}}{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* Of the workloads of one process, once their values are put over each other, and of its commands, which have no role. */}}
{{- define "assay.checkWorkloads" -}}
{{- $root := index . 0 -}}{{- $process := index . 1 -}}{{- $service := index . 2 -}}
{{- range $key, $role := $service.roles -}}
{{- $path := printf "services.%s.roles.%s" $process $key -}}
{{- $options := include "assay.options" (list $root $service $role) | fromJson -}}
{{- $name := printf "%s-%s-%s" (include "assay.fullname" $root) $process $key -}}
{{- if gt (len $name) 63 -}}
{{- fail (printf "%s has a name that is too long: %s has %d characters, and labels take 63" $path $name (len $name)) -}}
{{- end -}}
{{- include "assay.checkScaling" (list (printf "%s.autoscaling" $path) $options.autoscaling $root.Values.keda) -}}
{{- include "assay.checkResources" (list $path $options) -}}
{{- end -}}
{{- include "assay.checkResources" (list (printf "services.%s" $process) (include "assay.options" (list $root $service dict) | fromJson)) -}}
{{- end -}}

{{- define "assay.checkScaling" -}}
{{- $path := index . 0 -}}{{- $scaling := index . 1 -}}{{- $keda := index . 2 -}}
{{- if and $scaling.hpa.enabled $scaling.keda.enabled -}}
{{- fail (printf "%s: hpa.enabled and keda.enabled are both true, and only one of them can count replicas" $path) -}}
{{- end -}}
{{- if or $scaling.hpa.enabled $scaling.keda.enabled -}}
{{- if gt (int $scaling.minReplicas) (int $scaling.maxReplicas) -}}
{{- fail (printf "%s.minReplicas is %d: it should be at most maxReplicas, %d" $path (int $scaling.minReplicas) (int $scaling.maxReplicas)) -}}
{{- end -}}
{{- if not (or $scaling.cpuPercent $scaling.waitingPerReplica) -}}
{{- fail (printf "%s: cpuPercent and waitingPerReplica are both 0, so there is nothing to count replicas by" $path) -}}
{{- end -}}
{{- end -}}
{{- if $scaling.keda.enabled -}}
{{- if not $scaling.waitingPerReplica -}}
{{- fail (printf "%s.waitingPerReplica is 0: with KEDA it says how many events may wait for each replica" $path) -}}
{{- end -}}
{{- if not (or $keda.prometheus.serverAddress $keda.nats.monitoringEndpoint) -}}
{{- fail (printf "keda.prometheus.serverAddress is missing: %s.keda.enabled is true, and it or keda.nats.monitoringEndpoint says where work is counted" $path) -}}
{{- end -}}
{{- if not (or $keda.prometheus.serverAddress (and $scaling.consumers $scaling.stream)) -}}
{{- fail (printf "%s.consumers is empty: NATS’s monitor is asked about a stream and its consumers by name" $path) -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{- define "assay.checkResources" -}}
{{- $path := index . 0 -}}{{- $options := index . 1 -}}
{{- range $part := list "requests" "limits" -}}
{{- range $resource, $amount := get $options.resources $part -}}
{{- include "assay.checkQuantity" (list (printf "%s.resources.%s.%s" $path $part $resource) $amount (eq $resource "cpu")) -}}
{{- end -}}
{{- end -}}
{{- include "assay.checkQuantity" (list (printf "%s.scratchSize" $path) $options.scratchSize false) -}}
{{- $disk := include "service.diskLimit" $options -}}
{{- if lt (include "service.bytes" $disk | int64) (include "service.bytes" $options.scratchSize | int64) -}}
{{- fail (printf "%s.resources.limits.ephemeral-storage is %s: it should be more than scratchSize, %v, since logs count as well" $path $disk $options.scratchSize) -}}
{{- end -}}
{{- with get $options.resources.requests "ephemeral-storage" -}}
{{- if gt (include "service.bytes" . | int64) (include "service.bytes" $disk | int64) -}}
{{- fail (printf "%s.resources.requests.ephemeral-storage is %v: it should be at most its limit, %s" $path . $disk) -}}
{{- end -}}
{{- end -}}
{{- if not $options.resources.limits.memory -}}
{{- fail (printf "%s.resources.limits.memory is missing: a container without it takes its node's" $path) -}}
{{- end -}}
{{- end -}}

{{- define "assay.checkQuantity" -}}
{{- $path := index . 0 -}}{{- $amount := include "assay.asText" (index . 1) -}}
{{- if index . 2 -}}
{{- if not (regexMatch "^([0-9]+m|[0-9]+(\\.[0-9]{1,3})?)$" $amount) -}}{{- fail (printf "%s is %s: it should be cores, as 500m or 2" $path $amount) -}}{{- end -}}
{{- else if not (regexMatch "^[1-9][0-9]*([KMGT]i|[kMGT])?$" $amount) -}}{{- fail (printf "%s is %s: it should be bytes, as 512Mi or 2Gi" $path $amount) -}}
{{- end -}}
{{- end -}}
