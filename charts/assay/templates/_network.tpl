{{- define "assay.toDns" -}}
- ports:
    - port: 53
      protocol: UDP
    - port: 53
      protocol: TCP
  {{- with .Values.network.dnsTo }}
  to:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end -}}

{{/* To one of the servers that users bring. */}}
{{- define "assay.toServer" -}}
{{- $server := get (index . 0).Values.network.servers (index . 1) -}}
- ports:
    {{- range $server.ports }}
    - port: {{ int . }}
    {{- end }}
  {{- with $server.to }}
  to:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end -}}

{{/* What a pod of commands may do: nobody reaches it, and it reaches these servers. */}}
{{- define "assay.commandPolicy" -}}
{{- $root := index . 0 -}}
podSelector:
  matchLabels:
    {{- include "assay.processLabels" (list $root (index . 1)) | nindent 4 }}
policyTypes: [Ingress, Egress]
egress:
  {{- include "assay.toDns" $root | nindent 2 }}
  {{- range index . 2 }}
  {{- include "assay.toServer" (list $root .) | nindent 2 }}
  {{- end }}
{{- end -}}

{{/* The table of who reaches whom. */}}
{{- define "assay.edges" -}}
{{- .Files.Get "files/network.yaml" | fromYamlArray | toJson -}}
{{- end -}}

{{/* The edges by which a workload calls other processes in its role. */}}
{{- define "assay.calls" -}}
{{- $workload := index . 1 -}}
{{- $calls := list -}}
{{- range include "assay.edges" (index . 0) | fromJsonArray -}}
{{- if and .port (eq .caller $workload.process) (has .role (list nil $workload.role)) -}}{{- $calls = append $calls . -}}{{- end -}}
{{- end -}}
{{- toJson $calls -}}
{{- end -}}

{{/* To one process of the platform. */}}
{{- define "assay.toProcess" -}}
{{- $edge := index . 1 -}}
- ports:
    - port: {{ include "assay.listenerPort" $edge.port }}
  to:
    - podSelector:
        matchLabels:
          {{- include "assay.processLabels" (list (index . 0) $edge.callee) | nindent 10 }}
{{- end -}}

{{/* To public addresses on the ports of C35; the egress guard of the process also refuses the rarer reserved blocks. */}}
{{- define "assay.toInternet" -}}
- ports:
    - port: 443
      protocol: TCP
    - port: 1024
      endPort: 65535
      protocol: TCP
  to:
    - ipBlock:
        cidr: 0.0.0.0/0
        except:
          - 0.0.0.0/8
          - 10.0.0.0/8
          - 100.64.0.0/10
          - 127.0.0.0/8
          - 169.254.0.0/16
          - 172.16.0.0/12
          - 192.0.0.0/24
          - 192.0.2.0/24
          - 192.88.99.0/24
          - 192.168.0.0/16
          - 198.18.0.0/15
          - 198.51.100.0/24
          - 203.0.113.0/24
          - 224.0.0.0/3
    - ipBlock:
        cidr: 2000::/3
        except:
          - 2001::/23
          - 2001:db8::/32
          - 2002::/16
          - 3fff::/20
{{- end -}}

{{/* Whether an edge of the table is there with these values: empty when it is not. */}}
{{- define "assay.isUsed" -}}
{{- $edge := index . 2 -}}
{{- if not $edge.when -}}true
{{- else -}}
{{- $given := include "assay.setting" (list (index . 0) dict (index . 1) dict $edge.when.setting) -}}
{{- if and $given (or (not $edge.when.is) (eq $given $edge.when.is)) -}}true{{- end -}}
{{- end -}}
{{- end -}}
