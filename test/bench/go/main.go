// What Assay is measured against: grpc-gateway and a service that answers from memory, each with nothing else in it.
package main

import (
	"fmt"
	"io"
	"log"
	"net"
	"os"
)

// Starts one of the two programs, says where it listens, and ends when its input does.
func main() {
	if len(os.Args) != 3 {
		log.Fatal("usage: neighbours gateway <host:port of a files service> | service <GetFileResponse in base64>")
	}
	programs := map[string]func(argument string) (server, error){"gateway": newGateway, "service": newService}
	program, known := programs[os.Args[1]]
	if !known {
		log.Fatalf("unknown program %q", os.Args[1])
	}
	server, err := program(os.Args[2])
	if err != nil {
		log.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	go func() {
		io.Copy(io.Discard, os.Stdin)
		os.Exit(0)
	}()
	fmt.Println(listener.Addr())
	log.Fatal(server.Serve(listener))
}

type server interface {
	Serve(net.Listener) error
}
