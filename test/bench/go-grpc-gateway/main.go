// What Assay's gateway is measured against: grpc-gateway in front of the same service, with nothing else in between. The
// caller's Authorization header is passed on, so it brings the internal token itself.
package main

import (
	"context"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"

	"github.com/grpc-ecosystem/grpc-gateway/v2/runtime"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	filesv1 "assay.bench/grpc-gateway/gen/assay/files/v1"
)

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: grpc-gateway <host:port of projects-files>")
	}
	mux := runtime.NewServeMux()
	options := []grpc.DialOption{grpc.WithTransportCredentials(insecure.NewCredentials())}
	if err := filesv1.RegisterFilesServiceHandlerFromEndpoint(context.Background(), mux, os.Args[1], options); err != nil {
		log.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("http://%s\n", listener.Addr())
	log.Fatal(http.Serve(listener, mux))
}
