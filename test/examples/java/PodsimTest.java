import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

class PodsimTest {
    public static void main(String[] args) throws Exception {
        try (var podsim = new Podsim()) {
            var request = HttpRequest.newBuilder(URI.create(podsim.url + "/v2/ep-demo/runsync"))
                .header("authorization", "Bearer " + podsim.apiKey)
                .POST(HttpRequest.BodyPublishers.ofString("{\"input\": {\"prompt\": \"hi\"}}"))
                .build();
            var answer = HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
            if (!answer.contains("\"status\":\"COMPLETED\"")) throw new AssertionError(answer);
            System.out.println(answer);
        }
    }
}

/** A podsim server for a test, such as one of JUnit: any client of the platform takes its URL and its key. */
final class Podsim implements AutoCloseable {
    final String url;
    final String apiKey;
    private final Process process;

    Podsim(String... options) throws IOException {
        var command = new ArrayList<>(List.of(System.getenv().getOrDefault("PODSIM_COMMAND", "npx podsim").split(" ")));
        command.addAll(List.of("serve", "--port", "0", "--json", "--until-stdin-closes"));
        command.addAll(List.of(options));
        process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        var line = new BufferedReader(new InputStreamReader(process.getInputStream())).readLine();
        if (line == null) throw new IOException("podsim did not start");
        url = field(line, "url");
        apiKey = field(line, "apiKey");
    }

    private static String field(String json, String name) {
        var match = Pattern.compile("\"" + name + "\":\"([^\"]*)\"").matcher(json);
        if (!match.find()) throw new IllegalStateException("no " + name + " in " + json);
        return match.group(1);
    }

    /** It ends with its standard input: here, and also when the test is killed. */
    @Override
    public void close() throws IOException {
        process.getOutputStream().close();
    }
}
