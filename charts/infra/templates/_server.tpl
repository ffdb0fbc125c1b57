{{/*
One server: a StatefulSet of one pod and a headless Service. Takes the root and a dictionary: name, port, folder, and YAML of
`container` (command, args, env, probes) and `volumes` with `mounts`.
*/}}
{{- define "infra.server" }}
{{- $root := index . 0 }}
{{- $server := index . 1 }}
{{- $name := printf "%s-%s" $root.Release.Name $server.name }}
---
apiVersion: v1
kind: Service
metadata:
  name: {{ $name }}
  namespace: {{ $root.Release.Namespace }}
  labels:
    {{- include "infra.labels" (list $root $server.name) | nindent 4 }}
spec:
  clusterIP: None
  # A replica set names its member before it is ready.
  publishNotReadyAddresses: true
  selector:
    {{- include "infra.labels" (list $root $server.name) | nindent 4 }}
  ports:
    - name: {{ $server.name }}
      port: {{ $server.port }}
---
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: {{ $name }}
  namespace: {{ $root.Release.Namespace }}
  labels:
    {{- include "infra.labels" (list $root $server.name) | nindent 4 }}
spec:
  serviceName: {{ $name }}
  replicas: 1
  selector:
    matchLabels:
      {{- include "infra.labels" (list $root $server.name) | nindent 6 }}
  template:
    metadata:
      labels:
        {{- include "infra.labels" (list $root $server.name) | nindent 8 }}
    spec:
      automountServiceAccountToken: false
      enableServiceLinks: false
      securityContext:
        runAsNonRoot: true
        runAsUser: 10001
        runAsGroup: 10001
        fsGroup: 10001
        seccompProfile:
          type: RuntimeDefault
      containers:
        - name: {{ $server.name }}
          image: {{ get $root.Values.images $server.name }}
          imagePullPolicy: {{ $root.Values.pullPolicy }}
          {{- $server.container | nindent 10 }}
          ports:
            - name: {{ $server.name }}
              containerPort: {{ $server.port }}
          resources:
            requests:
              cpu: 100m
              memory: 256Mi
              ephemeral-storage: 64Mi
            limits:
              memory: 1Gi
              # Logs and /tmp, and where nothing persists also the data.
              ephemeral-storage: {{ ternary "512Mi" $root.Values.persistence.size $root.Values.persistence.enabled }}
          securityContext:
            allowPrivilegeEscalation: false
            readOnlyRootFilesystem: true
            capabilities:
              drop:
                - ALL
          volumeMounts:
            - name: data
              mountPath: {{ $server.folder }}
            - name: tmp
              mountPath: /tmp
            {{- with $server.configuration }}
            - name: configuration
              mountPath: /etc/infra
              readOnly: true
            {{- end }}
      volumes:
        - name: tmp
          emptyDir:
            sizeLimit: 256Mi
        {{- with $server.configuration }}
        - name: configuration
          secret:
            secretName: {{ . }}
        {{- end }}
        {{- if not $root.Values.persistence.enabled }}
        - name: data
          emptyDir:
            sizeLimit: {{ $root.Values.persistence.size }}
        {{- end }}
  {{- if $root.Values.persistence.enabled }}
  volumeClaimTemplates:
    - metadata:
        name: data
      spec:
        accessModes:
          - ReadWriteOnce
        {{- with $root.Values.persistence.storageClass }}
        storageClassName: {{ . }}
        {{- end }}
        resources:
          requests:
            storage: {{ $root.Values.persistence.size }}
  {{- end }}
{{- end }}

{{- define "infra.sharedLabels" -}}
app.kubernetes.io/name: infra
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "infra.labels" -}}
{{ include "infra.sharedLabels" (index . 0) }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end -}}
