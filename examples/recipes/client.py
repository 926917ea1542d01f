"""A client made of the service's OpenAPI document. Run it with: python3 examples/recipes/client.py "Write a toast" """
import json, os, sys, urllib.request

SERVICE = os.environ.get("GROUNDRULE_SERVICE", "http://127.0.0.1:8377")
KEY = os.environ.get("GROUNDRULE_KEY")

def send(method, path, body=None):
    headers = {"content-type": "application/json", **({"authorization": f"Bearer {KEY}"} if KEY else {})}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(SERVICE + path, data, headers, method=method.upper())
    with urllib.request.urlopen(request) as answer:  # an HTTPError's body says what is wrong, and where
        return json.load(answer)

PATHS = send("get", "/openapi.json")["paths"]

def call(method, path, body=None, **ids):
    assert method in PATHS.get(path, {}), f"the service has no {method} {path}"
    return send(method, path.format(**ids), body)

if __name__ == "__main__":
    found = call("post", "/v1/sets", {"instruction": sys.argv[1] if len(sys.argv) > 1 else "Write a toast"})
    for criterion in found["content"]["criteria"][:5]:
        print(criterion["text"], *(evidence["quote"] for evidence in criterion["evidence"][:1]), sep="\n  ")
    print(found["id"], call("get", "/v1/sets/{id}/audit", id=found["id"])["verification"]["status"])
