import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.gaul.s3proxy.AuthenticationType;
import org.gaul.s3proxy.S3Proxy;
import org.gaul.s3proxy.nio2blob.FilesystemNio2BlobApiMetadata;
import org.jclouds.ContextBuilder;
import org.jclouds.blobstore.BlobStoreContext;

/** Arguments: the port on 127.0.0.1, then the folder that keeps the objects. Its keys come from the environment. */
public final class EmbeddedS3 {

    /** Larger than any part the platform sends in one request. */
    private static final int MAX_REQUEST_BYTES = 128 * 1024 * 1024;

    /** What S3Proxy writes lies beside its object until it is whole, under the object's name and a UUID. */
    private static final Pattern UNFINISHED =
            Pattern.compile(".*-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    public static void main(String[] arguments) throws Exception {
        removeUnfinished(Path.of(arguments[1]));
        Properties settings = new Properties();
        settings.setProperty("jclouds.filesystem.basedir", arguments[1]);
        BlobStoreContext folder =
                ContextBuilder.newBuilder(new FilesystemNio2BlobApiMetadata())
                        .credentials("local", "local")
                        .overrides(settings)
                        .build(BlobStoreContext.class);
        S3Proxy.builder()
                .blobStore(new WholeObjects(folder.getBlobStore()))
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

    /** A server that was killed leaves what it was writing, and no folder with such a file can be listed. */
    private static void removeUnfinished(Path objects) throws IOException {
        List<Path> unfinished;
        try (Stream<Path> paths = Files.walk(objects)) {
            unfinished = paths.filter(EmbeddedS3::isUnfinished).toList();
        }
        for (Path path : unfinished) {
            Files.delete(path);
        }
    }

    private static boolean isUnfinished(Path path) {
        return Files.isRegularFile(path) && UNFINISHED.matcher(path.getFileName().toString()).matches();
    }
}
