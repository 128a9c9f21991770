using System.Diagnostics;
using System.Net.Http.Headers;
using System.Net.Http.Json;
using System.Text.Json;

// Any client of the platform takes the URL and the key.
using var podsim = new Podsim();
using var client = new HttpClient { BaseAddress = new Uri(podsim.Url) };
client.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", podsim.ApiKey);
var answer = await client.PostAsJsonAsync("/v2/ep-demo/runsync", new { input = new { prompt = "hi" } });
var job = await answer.Content.ReadFromJsonAsync<JsonElement>();
if (job.GetProperty("status").GetString() != "COMPLETED") throw new Exception(job.ToString());

/// <summary>A podsim server for a test. It ends with its standard input, also when the test is killed.</summary>
sealed class Podsim : IDisposable
{
    private readonly Process process;
    public string Url { get; }
    public string ApiKey { get; }

    public Podsim(string options = "")
    {
        var start = new ProcessStartInfo("npx", $"podsim serve --port 0 --json --until-stdin-closes {options}")
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        };
        process = Process.Start(start) ?? throw new Exception("podsim did not start");
        var said = JsonDocument.Parse(process.StandardOutput.ReadLine() ?? throw new Exception("podsim did not start")).RootElement;
        Url = said.GetProperty("url").GetString()!;
        ApiKey = said.GetProperty("apiKey").GetString()!;
    }

    public void Dispose() => process.StandardInput.Close();
}
