import de.bwaldvogel.mongo.MongoBackend;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.MongoVersion;
import de.bwaldvogel.mongo.backend.h2.H2Backend;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.wire.message.MongoMessage;
import java.util.List;
import java.util.Set;
import org.h2.mvstore.MVStore;

/** Arguments: the port on 127.0.0.1, then optionally the file that keeps the data (without it: memory only). */
public final class EmbeddedMongo {

    /** Wire version 13 is the least the current drivers ask for with room to spare. */
    private enum Announced implements MongoVersion {
        MONGO_5_0;

        @Override
        public List<Integer> getVersionArray() {
            return List.of(5, 0, 0);
        }

        @Override
        public int getWireVersion() {
            return 13;
        }
    }

    /** MVStore writes its changes once a second; an acknowledged write has to outlive a killed process. */
    private static final class DurableBackend extends H2Backend {
        /** Superseded pages are kept 45 s by default, and a file committed at every write would grow without need. */
        private static final int RETENTION_MS = 500;

        private static final Set<String> READS =
                Set.of("find", "aggregate", "count", "distinct", "getMore", "hello", "ismaster", "isMaster", "ping");

        private DurableBackend(String file) {
            super(new MVStore.Builder().fileName(file).open());
            getMvStore().setRetentionTime(RETENTION_MS);
        }

        @Override
        public Document handleMessage(MongoMessage message) {
            Document answer = super.handleMessage(message);
            if (!READS.contains(message.getDocument().keySet().iterator().next())) {
                commit();
            }
            return answer;
        }
    }

    public static void main(String[] arguments) {
        int port = Integer.parseInt(arguments[0]);
        MongoBackend backend = arguments.length > 1 ? new DurableBackend(arguments[1]) : new MemoryBackend();
        MongoServer server = new MongoServer(backend.version(Announced.MONGO_5_0));
        Runtime.getRuntime().addShutdownHook(new Thread(server::shutdownNow));
        server.bind("127.0.0.1", port);
    }
}
