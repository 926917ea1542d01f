/** The least that Node does to answer the bytes that an address has now, as a measure of the machine: `bare-server.ts URL`. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import process from 'node:process';

// The very same: to read text that is not ASCII takes whoever puts the load on thrice the time.
const body = Buffer.from(await (await fetch(process.argv[2] ?? '')).arrayBuffer());
const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
  response.end(body);
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
