/** A module of Python's standard library with a method for each operation of an OpenAPI document. */

const HEAD = `"""A client of the Groundrule service, made of its OpenAPI document. It needs nothing but Python's standard library."""
import http.client
import json
import time
import urllib.error
import urllib.parse
import urllib.request


# Between two tries to hear a job again.
AGAIN_SECONDS = 1
MAX_TRIES = 10


class ServiceError(Exception):
    """What the service refused: its problem as a dictionary, with "title", "detail" and "status"."""

    def __init__(self, status, problem):
        super().__init__(problem.get("detail") or problem.get("title") or str(status))
        self.status = status
        self.problem = problem


class Client:
    """Answers are JSON as Python has it; a text where the service answers with text, None where there is no body."""

    def __init__(self, url="http://127.0.0.1:8377", key=None, timeout=600):
        self.url = url.rstrip("/")
        self.key = key
        self.timeout = timeout

    def _open(self, method, path, query=None, headers=None, body=None, content_type="application/json"):
        asked = {name: value for name, value in (query or {}).items() if value is not None}
        address = self.url + path + ("?" + urllib.parse.urlencode(asked, doseq=True) if asked else "")
        sent = {name: str(value) for name, value in (headers or {}).items() if value is not None}
        if self.key is not None:
            sent["authorization"] = "Bearer " + self.key
        data = None
        if body is not None:
            sent["content-type"] = content_type
            data = (body if isinstance(body, str) else json.dumps(body)).encode()
        request = urllib.request.Request(address, data, sent, method=method)
        try:
            return urllib.request.urlopen(request, timeout=self.timeout)
        except urllib.error.HTTPError as error:
            text = error.read().decode()
            try:
                problem = json.loads(text)
            except ValueError:
                problem = None
            raise ServiceError(error.code, problem if isinstance(problem, dict) else {"title": text}) from None

    def _send(self, *args, **named):
        with self._open(*args, **named) as answer:
            text = answer.read().decode()
            if not text:
                return None
            return json.loads(text) if "json" in answer.headers.get_content_type() else text

    def events(self, job):
        """The events of a job until it has ended, each as (name, data): "done" or "failed" is the last.

        A stream that breaks is taken up where it was.
        """
        last = None
        tries = 0
        while True:
            tries += 1
            try:
                with self._open("GET", "/v1/jobs/" + urllib.parse.quote(job, safe="") + "/events", headers={"last-event-id": last}) as answer:
                    name = id = None
                    for line in answer:
                        if not line.endswith(b"\\n"):
                            break
                        field, _, value = line.decode().rstrip("\\n").partition(":")
                        if field == "id":
                            id = value.strip()
                        elif field == "event":
                            name = value.strip()
                        elif field == "data":
                            last = id or last
                            tries = 0
                            yield name, json.loads(value)
                            if name in ("done", "failed"):
                                return
                    raise ConnectionError("The stream of events ended before the job did.")
            except ServiceError as error:
                # A service that starts again, or is busy, may answer later.
                if tries >= MAX_TRIES or (error.status < 500 and error.status != 429):
                    raise
            except (OSError, http.client.HTTPException):
                if tries >= MAX_TRIES:
                    raise
            time.sleep(AGAIN_SECONDS)
`;

const snake = (name) => name.replaceAll('-', '_').replace(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);

/** @returns the module's text */
export function pythonClient({ paths }) {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { operationId, responses }]) => operationId !== undefined && !isStream(responses))
      .map(([method, operation]) => methodText(path, method, operation)),
  );
  return `${HEAD}\n${operations.join('\n')}`;
}

/** Has a method of its own. */
const isStream = (responses) => Object.keys(responses['200']?.content ?? {}).join() === 'text/event-stream';

function methodText(path, method, { operationId, summary, parameters = [], requestBody }) {
  const inPlace = (place) => parameters.filter((parameter) => parameter.in === place).map(({ name }) => name);
  const [ids, query, headers] = ['path', 'query', 'header'].map(inPlace);
  const type = Object.keys(requestBody?.content ?? {})[0];
  const optional = [...query, ...headers].map((name) => `${snake(name)}=None`);
  const args = [
    'self',
    ...ids,
    ...(type === undefined ? [] : ['body']),
    ...(optional.length > 0 ? ['*', ...optional] : []),
  ];
  const filled = ids.reduce((text, id) => text.replace(`{${id}}`, `" + urllib.parse.quote(${id}, safe="") + "`), path);
  const dictionary = (names) => `{${names.map((name) => `"${name}": ${snake(name)}`).join(', ')}}`;
  const passed = [
    `"${method.toUpperCase()}", "${filled}"`.replace(/ \+ ""$/u, ''),
    ...(query.length > 0 ? [`query=${dictionary(query)}`] : []),
    ...(headers.length > 0 ? [`headers=${dictionary(headers)}`] : []),
    ...(type === undefined ? [] : ['body=body']),
    ...(type === undefined || type === 'application/json' ? [] : [`content_type="${type}"`]),
  ];
  return `    def ${snake(operationId)}(${args.join(', ')}):
        """${summary}"""
        return self._send(${passed.join(', ')})
`;
}
