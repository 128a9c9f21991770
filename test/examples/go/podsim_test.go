package podsim

import (
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// Server is a podsim server. Any client of the platform takes its URL and its key.
type Server struct{ URL, APIKey string }

// Serve starts a server for a test. It ends with its standard input: after the test, and also when the test is killed.
func Serve(t *testing.T, options ...string) Server {
	command := strings.Fields(os.Getenv("PODSIM_COMMAND"))
	if len(command) == 0 {
		command = []string{"npx", "podsim"}
	}
	args := append(command[1:], "serve", "--port", "0", "--json", "--until-stdin-closes")
	process := exec.Command(command[0], append(args, options...)...)
	process.Stderr = os.Stderr
	stdin, _ := process.StdinPipe()
	stdout, _ := process.StdoutPipe()
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		stdin.Close()
		process.Wait()
	})
	var server Server
	if err := json.NewDecoder(stdout).Decode(&server); err != nil {
		t.Fatal("podsim did not start: ", err)
	}
	return server
}

func TestAJob(t *testing.T) {
	server := Serve(t)
	body := strings.NewReader(`{"input": {"prompt": "hi"}}`)
	request, _ := http.NewRequest("POST", server.URL+"/v2/ep-demo/runsync", body)
	request.Header.Set("Authorization", "Bearer "+server.APIKey)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var job struct{ Status string }
	if err := json.NewDecoder(response.Body).Decode(&job); err != nil || job.Status != "COMPLETED" {
		t.Fatal(response.Status, job, err)
	}
}
