import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.gaul.s3proxy.AuthenticationType;
import org.gaul.s3proxy.S3Proxy;
import org.gaul.s3proxy.nio2blob.FilesystemNio2BlobStore;

/** Arguments: the port on 127.0.0.1, then the folder that keeps the objects. Its keys come from the environment. */
public final class EmbeddedS3 {

    /** Larger than any part the platform sends in one request. */
    private static final int MAX_REQUEST_BYTES = 128 * 1024 * 1024;

    public static void main(String[] arguments) throws Exception {
        Path objects = Path.of(arguments[1]);
        Path arriving = objects.resolveSibling("arriving");
        Uploads.tidy(objects);
        empty(arriving);
        S3Proxy.builder()
                .blobStore(new WholeObjects(new FilesystemNio2BlobStore(objects.toString()), arriving))
                .awsAuthentication(
                        AuthenticationType.AWS_V4,
                        System.getenv("ROOT_ACCESS_KEY"),
                        System.getenv("ROOT_SECRET_KEY"))
                .endpoint(URI.create("http://127.0.0.1:" + arguments[0]))
                .ignoreUnknownHeaders(true)
                .v4MaxNonChunkedRequestSize(MAX_REQUEST_BYTES)
                .build()
                .start();
    }

    private static void empty(Path folder) throws IOException {
        Files.createDirectories(folder);
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) Files.delete(file);
        }
    }
}
