import java.net.URI;
import java.util.Properties;
import org.gaul.s3proxy.AuthenticationType;
import org.gaul.s3proxy.S3Proxy;
import org.gaul.s3proxy.nio2blob.FilesystemNio2BlobApiMetadata;
import org.jclouds.ContextBuilder;
import org.jclouds.blobstore.BlobStoreContext;

/** Arguments: the port on 127.0.0.1, then the folder that keeps the objects. Its keys come from the environment. */
public final class EmbeddedS3 {

    /** Larger than any part the platform sends in one request. */
    private static final int MAX_REQUEST_BYTES = 128 * 1024 * 1024;

    public static void main(String[] arguments) throws Exception {
        Properties settings = new Properties();
        settings.setProperty("jclouds.filesystem.basedir", arguments[1]);
        BlobStoreContext folder =
                ContextBuilder.newBuilder(new FilesystemNio2BlobApiMetadata())
                        .credentials("local", "local")
                        .overrides(settings)
                        .build(BlobStoreContext.class);
        S3Proxy.builder()
                .blobStore(folder.getBlobStore())
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
}
